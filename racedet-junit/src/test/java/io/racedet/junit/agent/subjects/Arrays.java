package io.racedet.junit.agent.subjects;

/** Every type of array element, and copies of arrays. */
public final class Arrays {
  private Arrays() {}

  static String everyType() {
    boolean[] z = new boolean[2];
    byte[] b = new byte[2];
    char[] c = new char[2];
    short[] s = new short[2];
    int[] i = new int[2];
    long[] j = new long[2];
    float[] f = new float[2];
    double[] d = new double[2];
    String[] l = new String[2];
    z[1] = true;
    b[1] = 1;
    c[1] = 'c';
    s[1] = 3;
    i[1] = 4;
    j[1] = 5;
    f[1] = 6;
    d[1] = 7;
    l[1] = "8";
    return z[1] + " " + b[1] + c[1] + s[1] + i[1] + j[1] + " " + f[1] + " " + d[1] + l[1];
  }

  static int nested() {
    int[][] m = new int[2][3];
    m[1][2] += 5;
    return m[1][2];
  }

  static void wrongIndex() {
    int[] i = new int[1];
    i[1] = 2;
  }

  static void wrongType() {
    Object[] o = new String[1];
    o[0] = 2;
  }

  static int copies() {
    int[] from = {1, 2, 3};
    int[] to = new int[3];
    System.arraycopy(from, 1, to, 0, 2);
    return to.clone()[1];
  }
}

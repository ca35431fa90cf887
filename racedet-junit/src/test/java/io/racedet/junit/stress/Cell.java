package io.racedet.junit.stress;

/**
 * Plain and volatile variables of all types. This class is out of scope; those that use it are in
 * scope.
 */
public final class Cell {
  public boolean z;
  public byte b;
  public char c;
  public short s;
  public int i;
  public long l;
  public float f;
  public double d;
  public Object o;
  public volatile int vi;
  public volatile long vl;
  public volatile double vd;
  public volatile Object vo;

  /** Static variables, the same in every program of this process: {@link #reset} between runs. */
  public static final class Statics {
    public static int i;
    public static long l;
    public static double d;
    public static Object o;
    public static volatile int vi;
    public static volatile long vl;

    private Statics() {}

    static void reset() {
      i = 0;
      l = 0;
      d = 0;
      o = null;
      vi = 0;
      vl = 0;
    }
  }
}

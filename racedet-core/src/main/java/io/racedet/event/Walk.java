package io.racedet.event;

/**
 * How a range continues from its first variable, in one word:
 *
 * <pre>| stride:32 | count:32 |</pre>
 */
public final class Walk {
  private Walk() {}

  /**
   * {@return a walk as a word}
   *
   * @param stride the distance between its variables, which may be negative, but not 0
   * @param count the number of its accesses, at least 1
   */
  public static long of(int stride, int count) {
    return (long) stride << Integer.SIZE | count;
  }

  /**
   * {@return the distance between the variables}
   *
   * @param walk a word
   */
  public static int stride(long walk) {
    return (int) (walk >> Integer.SIZE);
  }

  /**
   * {@return the number of accesses}
   *
   * @param walk a word
   */
  public static int count(long walk) {
    return (int) walk;
  }
}

package io.racedet.race;

/**
 * The details of an access other than its index, packed into one word, so that reporting a pair
 * costs no allocation:
 *
 * <pre>| atomic:1 | context:31 | location:32 |</pre>
 */
public final class AccessContext {
  private static final long ATOMIC = Long.MIN_VALUE;

  private AccessContext() {}

  /**
   * {@return a plain access as a word}
   *
   * @param context the thread with the locks that it held
   * @param location the location in the source, or -1
   */
  public static long of(int context, int location) {
    return (long) context << Integer.SIZE | location & 0xFFFF_FFFFL;
  }

  /**
   * {@return the word of the same access as an atomic one}
   *
   * @param detail the word of a plain access
   */
  public static long atomic(long detail) {
    return detail | ATOMIC;
  }

  /**
   * {@return whether the access is atomic, not plain}
   *
   * @param detail a word
   */
  public static boolean isAtomic(long detail) {
    return (detail & ATOMIC) != 0;
  }

  /**
   * {@return the context: the thread with the locks that it held}
   *
   * @param detail a word
   */
  public static int context(long detail) {
    return (int) (detail >>> Integer.SIZE) & Integer.MAX_VALUE;
  }

  /**
   * {@return the location in the source, or -1}
   *
   * @param detail a word
   */
  public static int location(long detail) {
    return (int) detail;
  }
}

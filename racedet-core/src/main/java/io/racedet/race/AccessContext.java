package io.racedet.race;

/**
 * What is known of one access of a race beside its index, in one word, so that a pair that is found
 * again costs no allocation:
 *
 * <pre>| atomic:1 | context:31 | location:32 |</pre>
 */
public final class AccessContext {
  private static final long ATOMIC = Long.MIN_VALUE;

  private AccessContext() {}

  /**
   * Packs a plain access.
   *
   * @param context the thread with the locks that it held
   * @param location where in the source, or -1
   * @return the word
   */
  public static long of(int context, int location) {
    return (long) context << Integer.SIZE | location & 0xFFFF_FFFFL;
  }

  /**
   * Returns the word of an access that is atomic by itself.
   *
   * @param detail the word of a plain access
   * @return the same access, but atomic
   */
  public static long atomic(long detail) {
    return detail | ATOMIC;
  }

  /**
   * Returns whether the access is atomic by itself.
   *
   * @param detail a word
   * @return whether it is not plain
   */
  public static boolean isAtomic(long detail) {
    return (detail & ATOMIC) != 0;
  }

  /**
   * Returns the thread with its locks.
   *
   * @param detail a word
   * @return the context
   */
  public static int context(long detail) {
    return (int) (detail >>> Integer.SIZE) & Integer.MAX_VALUE;
  }

  /**
   * Returns where in the source the access is.
   *
   * @param detail a word
   * @return the location, or -1
   */
  public static int location(long detail) {
    return (int) detail;
  }
}

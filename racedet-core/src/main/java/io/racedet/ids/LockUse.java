package io.racedet.ids;

/** A lock and the mode in which it is held, as one number: {@code | lock:31 | shared:1 |}. */
public final class LockUse {
  private LockUse() {}

  /** A lock in read mode, which is shared, or in exclusive mode. */
  public static int of(int lock, boolean shared) {
    return lock << 1 | (shared ? 1 : 0);
  }

  public static int lock(int use) {
    return use >>> 1;
  }

  public static boolean isShared(int use) {
    return (use & 1) != 0;
  }
}

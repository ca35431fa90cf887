package io.racedet.engine;

import io.racedet.clock.LockContexts;

/**
 * Chooses the one lock that is kept with an access, with the mode in which it was held. While the
 * accesses of a variable hold it, it is kept.
 */
final class GoldilocksLocks {
  /** No lock. */
  static final int NONE = 0;

  // A hold: 1 + | lock:31 | shared:1 |
  private static final int SHARED = 1;

  private final LockContexts contexts;

  GoldilocksLocks(LockContexts contexts) {
    this.contexts = contexts;
  }

  /** How a context holds the lock of a hold, {@link #NONE} if it does not. */
  int sameLock(int hold, int context) {
    if (hold == NONE) {
      return NONE;
    }
    int lock = hold - 1 >>> 1;
    int found = NONE;
    for (int c = context; !contexts.holdsNothing(c); c = contexts.parent(c)) {
      if (contexts.lock(c) == lock) {
        found = hold(c);
        if (!isShared(found)) {
          break; // held in both modes it is held exclusively
        }
      }
    }
    return found;
  }

  /** Some lock of a context, the innermost, or {@link #NONE}. */
  int choose(int context) {
    return contexts.holdsNothing(context) ? NONE : sameLock(hold(context), context);
  }

  /** Whether two holds of one lock, by different threads, order what was done under them. */
  static boolean exclude(int hold, int other) {
    return other != NONE && !(isShared(hold) && isShared(other));
  }

  private int hold(int context) {
    return 1 + (contexts.lock(context) << 1 | (contexts.isShared(context) ? SHARED : 0));
  }

  private static boolean isShared(int hold) {
    return (hold - 1 & SHARED) != 0;
  }
}

package io.racedet.engine.syncp;

import io.racedet.event.LockContexts;

/**
 * The locks that all of some accesses to a variable hold, those that write exclusively. While there
 * is one, no two of them race.
 *
 * <p>A word: | context:32 | locks:32 |, the context of the first access, and a bit for each of its
 * innermost locks that the other accesses have held, too.
 */
final class CommonLocks {
  private static final long LOCKS = 0xFFFF_FFFFL;

  private final LockContexts contexts;

  CommonLocks(LockContexts contexts) {
    this.contexts = contexts;
  }

  static boolean isEmpty(long common) {
    return (common & LOCKS) == 0;
  }

  /** The locks of the first access. */
  long of(int context, boolean isWrite) {
    return kept((long) context << Integer.SIZE | LOCKS, context, isWrite);
  }

  /** The locks that are left after another access. */
  long kept(long common, int context, boolean isWrite) {
    int left = 0;
    int c = (int) (common >>> Integer.SIZE);
    int rest = (int) common;
    for (int bit = 1; rest != 0 && !contexts.holdsNothing(c); bit <<= 1, rest >>>= 1) {
      left |= (rest & 1) != 0 && holds(context, contexts.lock(c), isWrite) ? bit : 0;
      c = contexts.parent(c);
    }
    return common & ~LOCKS | left & LOCKS;
  }

  private boolean holds(int context, int lock, boolean exclusively) {
    for (int c = context; !contexts.holdsNothing(c); c = contexts.parent(c)) {
      if (contexts.lock(c) == lock && !(exclusively && contexts.isShared(c))) {
        return true;
      }
    }
    return false;
  }
}

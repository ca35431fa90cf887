package io.racedet.wellformed;

import io.racedet.event.LockContexts;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * The locks that each thread holds, as a context; distinguishes outermost acquires and releases
 * from re-entrant ones.
 */
final class LockHolders {
  private final LockContexts contexts;
  private HeldLockCounts[] held = new HeldLockCounts[16]; // by thread

  LockHolders(LockContexts contexts) {
    this.contexts = contexts;
  }

  /** Drops the state of a thread, which has no further event. */
  void drop(int thread) {
    if (thread < held.length) {
      held[thread] = null;
    }
  }

  /** Whether a thread holds any lock. */
  boolean holdsAny(int thread) {
    return thread < held.length && held[thread] != null && held[thread].holdsAny();
  }

  /** The locks that a thread holds. */
  HeldLockCounts of(int thread) {
    if (thread >= held.length) {
      held = ObjectArrays.grow(held, thread + 1);
    }
    HeldLockCounts locks = held[thread];
    if (locks == null) {
      locks = new HeldLockCounts(contexts, thread);
      held[thread] = locks;
    }
    return locks;
  }
}

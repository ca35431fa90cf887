package io.racedet.wellformed;

import io.racedet.event.LockContexts;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * The locks that each thread holds, as a context; distinguishes outermost acquires and releases
 * from re-entrant ones.
 */
public final class LockHolders {
  private final LockContexts contexts;
  private HeldLockCounts[] held = new HeldLockCounts[16]; // by thread

  public LockHolders(LockContexts contexts) {
    this.contexts = contexts;
  }

  /** The thread with all locks that it holds. */
  public int context(int thread) {
    return of(thread).context();
  }

  /** Records an acquire; false when the lock was already held in that mode. */
  public boolean acquire(int thread, int lock, boolean shared) {
    return of(thread).acquire(lock, shared);
  }

  /** Whether a thread holds a lock in a mode. */
  public boolean holds(int thread, int lock, boolean shared) {
    return of(thread).holds(lock, shared);
  }

  /** Records the release of a lock that is held; false when it stays held. */
  public boolean release(int thread, int lock, boolean shared) {
    return of(thread).release(lock, shared);
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

package io.racedet;

import io.racedet.clock.LockContexts;
import java.util.Arrays;

/** What each thread holds, as a context; tells outermost acquires and releases from inner ones. */
final class LockHolders {
  private final LockContexts contexts;
  private HeldLocks[] held = new HeldLocks[16]; // by thread

  LockHolders(LockContexts contexts) {
    this.contexts = contexts;
  }

  /** The thread with all that it holds. */
  int context(int thread) {
    return of(thread).context();
  }

  /** Notes an acquire; false when the lock was held in that mode already. */
  boolean acquire(int thread, int lock, boolean shared) {
    return of(thread).acquire(lock, shared);
  }

  boolean holds(int thread, int lock, boolean shared) {
    return of(thread).holds(lock, shared);
  }

  /** Notes the release of a lock that is held; false when it stays held. */
  boolean release(int thread, int lock, boolean shared) {
    return of(thread).release(lock, shared);
  }

  /** What a thread holds. */
  HeldLocks of(int thread) {
    if (thread >= held.length) {
      held = Arrays.copyOf(held, Math.max(thread + 1, held.length + (held.length >> 1)));
    }
    HeldLocks locks = held[thread];
    if (locks == null) {
      locks = new HeldLocks(contexts, thread);
      held[thread] = locks;
    }
    return locks;
  }
}

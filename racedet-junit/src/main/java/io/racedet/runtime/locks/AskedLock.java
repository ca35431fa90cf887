package io.racedet.runtime.locks;

import io.racedet.runtime.log.Bins;

/**
 * The lock that a thread has requested since its last point, where the threads of a recording run
 * one at a time. Changed by that thread only; others may look.
 */
public final class AskedLock {
  private static final long NONE = -1;

  private final HeldLocks self;
  private long acquires; // before the request; written before the lock
  private volatile long lock = NONE;

  public AskedLock(HeldLocks self) {
    this.self = self;
  }

  /** The thread is about to request a lock, now or once it is notified. */
  public void ask(long newLock) {
    acquires = self.acquires();
    lock = newLock;
  }

  /** The thread has come to its next point. */
  public void forget() {
    lock = NONE;
  }

  /**
   * Whether the thread gets the lock as soon as the operating system lets it go on: it still waits
   * for it, but no thread of the recording holds it any more. It may be wrong for a lock that code
   * which is not recorded holds.
   */
  public boolean isComing(RecordedThreads threads, Thread.State state) {
    long asked = lock;
    return asked != NONE
        && state == stateOf(asked)
        && self.acquires() == acquires
        && !isHeld(threads, asked);
  }

  private static Thread.State stateOf(long asked) {
    boolean isMonitor = HeldLocks.isMonitor(asked) || Bins.contain(HeldLocks.object(asked));
    return isMonitor ? Thread.State.BLOCKED : Thread.State.WAITING;
  }

  private static boolean isHeld(RecordedThreads threads, long lock) {
    int count = threads.count();
    for (int i = 0; i < count; i++) {
      if (threads.locks(i).modes(lock) != 0) {
        return true;
      }
    }
    return false;
  }
}

package io.racedet.runtime.locks;

import io.racedet.runtime.log.BufferSpace;
import java.util.concurrent.locks.StampedLock;

/**
 * Threads that are held before requests that complete a cycle with locks that have stamps. Such a
 * cycle is no proof of a deadlock: any thread may be about to release a stamp, also code that is
 * not instrumented. So a thread is held until the cycle is broken, or its lock can be had, and its
 * request ends with an error only after it has been decided, from outside, that nothing else is
 * going to happen.
 *
 * <p>Thread-safe. {@link #await} is found by its name where threads are looked at.
 */
final class StampHolds {
  private static final long MILLIS = 10;

  private int held;
  private boolean ends;

  /** Whether a thread may be held: one that sleeps without its carrier, and is not interrupted. */
  static boolean mayHold(HeldLocks self) {
    return BufferSpace.maySleep(self.thread) && !self.thread.isInterrupted();
  }

  /** Whether a lock with stamps can be had; false for other locks. */
  static boolean isFree(Object owner, boolean shared) {
    return owner instanceof StampedLock lock
        && !lock.isWriteLocked()
        && (shared || !lock.isReadLocked());
  }

  /**
   * Lets the current thread wait for a while, or until requests are to end. Keeps its interrupt
   * status, which is not set for a moment if it is interrupted meanwhile.
   */
  synchronized void await() {
    try {
      if (!ends) {
        wait(MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The current thread is going to be held. */
  synchronized void enter() {
    held++;
  }

  /** It is not held any more. */
  synchronized void leave() {
    held--;
  }

  /** Whether requests that complete a cycle are to end. */
  synchronized boolean ends() {
    return ends;
  }

  /** Ends such requests from now on. */
  synchronized boolean end() {
    ends = true;
    notifyAll();
    return held > 0;
  }
}

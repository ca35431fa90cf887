package io.racedet.runtime.schedule;

import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.RecordedThreads;
import io.racedet.runtime.log.Grown;

/**
 * Threads that are held at some place of the code until others have come to places of theirs. A
 * thread is held for a bounded time, by yielding, and released early when no other thread of the
 * recording can move.
 *
 * <p>Thread-safe; subclasses change what is held under the monitor of this object.
 */
abstract class HeldThreads {
  /* A thread that has been notified remains in the state WAITING for a while. */
  private static final long SETTLING_NANOS = 3_000_000L;

  private static final int YIELDS_PER_SCAN = 8;

  /** A thread that is being held. */
  protected abstract static class Hold {
    /** The thread, with its locks. */
    public final HeldLocks thread;

    /** Whether it need not be held any longer. */
    public volatile boolean met;

    private Hold next;

    protected Hold(HeldLocks thread) {
      this.thread = thread;
    }

    /** The one that was held before it, or null. */
    public final Hold next() {
      return next;
    }
  }

  private final long longestHold;
  private long nanosLeft;
  private Hold held; // the head of a list

  /**
   * Starts without a thread.
   *
   * @param longestHold how long a thread may be held
   * @param nanos how long threads may be held without result, in total
   */
  protected HeldThreads(long longestHold, long nanos) {
    this.longestHold = longestHold;
    nanosLeft = nanos;
  }

  /** Whether a location, which is given by its instructions, has one of them. */
  static boolean has(int[] sites, int site) {
    for (int candidate : sites) {
      if (candidate == site) {
        return true;
      }
    }
    return false;
  }

  /** The same location with one more instruction. */
  static int[] with(int[] sites, int site) {
    int[] more = Grown.copy(sites, new int[sites.length + 1]);
    more[sites.length] = site;
    return more;
  }

  /** The thread that was held last, or null; the monitor is held. */
  protected final Hold held() {
    return held;
  }

  /** Whether threads may still be held; the monitor is held. */
  protected final boolean hasTimeLeft() {
    return nanosLeft > 0;
  }

  /** Adds a thread that {@link #await} is to be called for; the monitor is held. */
  protected final void add(Hold added) {
    added.next = held;
    held = added;
  }

  /** Holds the thread that was added, the current one. */
  protected final void await(Hold hold, RecordedThreads threads) {
    long start = System.nanoTime();
    awaitOthers(hold, threads, start);
    leave(hold, System.nanoTime() - start);
  }

  private void awaitOthers(Hold hold, RecordedThreads threads, long start) {
    long atMost = Math.min(longestHold, nanosLeft());
    long stillSince = start;
    long now = start;
    for (int yields = 1; !hold.met && now - start < atMost; yields++) {
      Thread.yield();
      now = System.nanoTime();
      if (yields % YIELDS_PER_SCAN == 0) {
        if (threads.isOver()) {
          return;
        }
        if (canOthersMove(threads)) {
          stillSince = now;
        } else if (now - stillSince > SETTLING_NANOS) {
          return;
        }
      }
    }
  }

  private synchronized long nanosLeft() {
    return nanosLeft;
  }

  private boolean canOthersMove(RecordedThreads threads) {
    int count = threads.count();
    for (int i = 0; i < count; i++) {
      HeldLocks other = threads.locks(i);
      Thread.State state = other.thread.getState();
      boolean moves =
          state == Thread.State.RUNNABLE
              || state == Thread.State.NEW
              || state == Thread.State.TIMED_WAITING;
      if (moves && !isHeld(other)) {
        return true;
      }
    }
    return false;
  }

  private synchronized boolean isHeld(HeldLocks thread) {
    for (Hold hold = held; hold != null; hold = hold.next) {
      if (hold.thread == thread && !hold.met) {
        return true;
      }
    }
    return false;
  }

  private synchronized void leave(Hold gone, long nanos) {
    if (!gone.met) {
      nanosLeft -= nanos;
    }
    Hold before = null;
    for (Hold hold = held; hold != gone; hold = hold.next) {
      before = hold;
    }
    if (before == null) {
      held = gone.next;
    } else {
      before.next = gone.next;
    }
  }
}

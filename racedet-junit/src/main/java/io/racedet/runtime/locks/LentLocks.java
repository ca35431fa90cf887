package io.racedet.runtime.locks;

import io.racedet.runtime.log.Grown;
import io.racedet.runtime.log.OpCodes;

/**
 * The locks of unrecorded code that a thread holds, which are recorded only while code of the
 * program runs that this code has called: a lock of a stream or a logger, which all threads share,
 * must not order what they do before and after their calls. Confined to one thread.
 */
public final class LentLocks {
  /** Takes what is recorded of them. */
  public interface Log {
    /** Records an {@link OpCodes#ACQUIRE} or {@link OpCodes#RELEASE} of a lock. */
    void record(int op, Object lock);
  }

  private static final int INITIAL = 4;

  private final Log log;

  /** Each lock once, in the order in which they were acquired. */
  private Object[] locks = new Object[INITIAL];

  /** How often the thread holds each of them. */
  private int[] holds = new int[INITIAL];

  /** How many woven methods were on the stack when each of them was recorded. */
  private int[] recordedAt = new int[INITIAL];

  private int lent;

  /** How many of them, from the first, are recorded. */
  private int recorded;

  public LentLocks(Log log) {
    this.log = log;
  }

  /** Unrecorded code has acquired a lock. */
  public void lend(Object lock) {
    int at = find(lock);
    if (at >= 0) {
      holds[at]++;
      return;
    }
    if (lent == locks.length) {
      grow();
    }
    locks[lent] = lock;
    holds[lent++] = 1;
  }

  /**
   * Unrecorded code is about to release a lock, which it may have acquired before the recording.
   */
  public void reclaim(Object lock) {
    int at = find(lock);
    if (at >= 0 && --holds[at] == 0) {
      /* Those above remain if a stack overflow has prevented the hooks at their ends. */
      release(at);
      while (lent > at) {
        locks[--lent] = null;
      }
    }
  }

  private int find(Object lock) {
    int at = lent - 1;
    while (at >= 0 && locks[at] != lock) {
      at--;
    }
    return at;
  }

  /** Returns whether locks are held that are not recorded. */
  public boolean areWaiting() {
    return recorded < lent;
  }

  /** Records these locks, with so many woven methods on the stack. */
  public void acquire(int frames) {
    while (recorded < lent) {
      recordedAt[recorded] = frames;
      log.record(OpCodes.ACQUIRE, locks[recorded++]);
    }
  }

  /** Records the end of those that were recorded when as many woven methods were on the stack. */
  public void releaseSince(int frames) {
    int first = recorded;
    while (first > 0 && recordedAt[first - 1] >= frames) {
      first--;
    }
    release(first);
  }

  /** Returns whether locks are recorded. */
  public boolean areRecorded() {
    return recorded != 0;
  }

  private void release(int first) {
    while (recorded > first) {
      log.record(OpCodes.RELEASE, locks[--recorded]);
    }
  }

  private void grow() {
    locks = Grown.copy(locks, new Object[2 * lent]);
    holds = Grown.copy(holds, new int[2 * lent]);
    recordedAt = Grown.copy(recordedAt, new int[2 * lent]);
  }
}

package io.racedet.runtime;

import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.OpCodes;

/**
 * The locks of unrecorded code that a thread holds, which are recorded only while code of the
 * program runs that this code has called: a lock of a stream or a logger, which all threads share,
 * must not order what they do before and after their calls. Confined to one thread.
 */
final class LentLocks {
  private static final int INITIAL = 4;

  private final ThreadBuffer buffer;

  /** Each lock once, in the order in which they were acquired. */
  private Object[] locks = new Object[INITIAL];

  /** How often the thread holds each of them. */
  private int[] holds = new int[INITIAL];

  /** How many woven methods were on the stack when each of them was recorded. */
  private int[] recordedAt = new int[INITIAL];

  private int lent;

  /** How many of them, from the first, are recorded. */
  private int recorded;

  LentLocks(ThreadBuffer buffer) {
    this.buffer = buffer;
  }

  /** Unrecorded code has acquired a lock. */
  void lend(Object lock) {
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
  void reclaim(Object lock) {
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

  /** Whether locks are held that are not recorded. */
  boolean areWaiting() {
    return recorded < lent;
  }

  /**
   * Records these locks.
   *
   * @param frames the number of woven methods on the stack
   */
  void acquire(int frames) {
    while (recorded < lent) {
      recordedAt[recorded] = frames;
      record(OpCodes.ACQUIRE, locks[recorded++]);
    }
  }

  /**
   * Records the end of those that were recorded after as many methods.
   *
   * @param frames the number of woven methods on the stack
   */
  void releaseSince(int frames) {
    int first = recorded;
    while (first > 0 && recordedAt[first - 1] >= frames) {
      first--;
    }
    release(first);
  }

  /** Whether locks are recorded. */
  boolean areRecorded() {
    return recorded != 0;
  }

  private void release(int first) {
    while (recorded > first) {
      record(OpCodes.RELEASE, locks[--recorded]);
    }
  }

  private void record(int op, Object lock) {
    buffer.session.sync(buffer, op, Aspects.MONITOR, lock, 0, buffer.calls.site());
  }

  private void grow() {
    Object[] moreLocks = new Object[2 * lent];
    int[] moreHolds = new int[2 * lent];
    int[] moreRecordedAt = new int[2 * lent];
    System.arraycopy(locks, 0, moreLocks, 0, lent);
    System.arraycopy(holds, 0, moreHolds, 0, lent);
    System.arraycopy(recordedAt, 0, moreRecordedAt, 0, lent);
    locks = moreLocks;
    holds = moreHolds;
    recordedAt = moreRecordedAt;
  }
}

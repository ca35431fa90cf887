package io.racedet.junit.record.merge;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.IntConsumer;

/**
 * The critical sections in which code runs whose data accesses are not recorded: that of libraries
 * out of scope, and of the JDK where it is not modelled. What one section writes there, another may
 * read, and no event says so. A predictive engine that takes such sections for independent of each
 * other would predict races that cannot happen.
 *
 * <p>So each lock has an atomic variable that stands for all that is unseen. A section reads it
 * where unseen code begins, and writes it at its end. Nothing else is ordered by that: sections
 * without unseen code may be exchanged with any, and happens-before orders sections of a lock
 * anyway. A section in read mode only reads.
 */
final class UnseenCode {
  private static final int LOCK_SHIFT = 2;
  private static final long SHARED = 1;
  private static final long UNSEEN = 2;
  private static final int NONE = -1;

  /** By thread, the locks that it holds, outermost first: | lock:30 | unseen | shared |. */
  private final LongArrayList[] held;

  UnseenCode(int threads) {
    held = new LongArrayList[threads];
    for (int slot = 0; slot < threads; slot++) {
      held[slot] = new LongArrayList();
    }
  }

  /** A thread that has not held the lock in this mode holds it now. */
  void acquired(int slot, int lock, boolean shared) {
    held[slot].add((long) lock << LOCK_SHIFT | (shared ? SHARED : 0));
  }

  /**
   * Unseen code runs.
   *
   * @param reads gets each lock whose unseen variable is read by that
   */
  void begins(int slot, IntConsumer reads) {
    LongArrayList locks = held[slot];
    for (int i = 0; i < locks.size(); i++) {
      long lock = locks.getLong(i);
      if ((lock & UNSEEN) == 0) {
        locks.set(i, lock | UNSEEN);
        reads.accept((int) (lock >>> LOCK_SHIFT));
      }
    }
  }

  /** Unseen code has acquired a lock; true when that reads its unseen variable. */
  boolean beginsUnder(int slot, int lock, boolean shared) {
    int at = find(slot, lock, shared);
    if (at == NONE || (held[slot].getLong(at) & UNSEEN) != 0) {
      return false;
    }
    held[slot].set(at, held[slot].getLong(at) | UNSEEN);
    return true;
  }

  /** A thread gives a lock up; true when the section writes the unseen variable before. */
  boolean released(int slot, int lock, boolean shared) {
    int at = find(slot, lock, shared);
    return at != NONE && (held[slot].removeLong(at) & UNSEEN) != 0 && !shared;
  }

  private int find(int slot, int lock, boolean shared) {
    LongArrayList locks = held[slot];
    long wanted = (long) lock << LOCK_SHIFT | (shared ? SHARED : 0);
    for (int i = locks.size() - 1; i >= 0; i--) {
      if ((locks.getLong(i) & ~UNSEEN) == wanted) {
        return i;
      }
    }
    return NONE;
  }
}

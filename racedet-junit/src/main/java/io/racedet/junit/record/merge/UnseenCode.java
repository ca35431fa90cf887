package io.racedet.junit.record.merge;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.IntConsumer;

/**
 * The critical sections that run code whose data accesses are not recorded: libraries out of scope,
 * and parts of the JDK that are not modelled. One section may read what another has written there,
 * and no event shows it. A predictive engine that treated such sections as independent would
 * predict races that cannot happen.
 *
 * <p>Each lock therefore has two atomic variables. One represents what unrecorded code accesses:
 * each section under a lock with such code reads it at the beginning, and a section with unrecorded
 * code writes it at its end. The other one represents what recorded code accesses: a section with
 * unrecorded code reads it where that starts, and the other sections write it at their ends. So a
 * section with unrecorded code is exchanged with no other; sections without may be exchanged with
 * each other. Happens-before orders the sections of a lock anyway. A section in read mode only
 * reads.
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

  /** Called when a thread acquires a lock that it did not hold in this mode. */
  void acquired(int slot, int lock, boolean shared) {
    held[slot].add((long) lock << LOCK_SHIFT | (shared ? SHARED : 0));
  }

  /**
   * Called when unrecorded code runs.
   *
   * @param reads receives each lock whose variable is read by that
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

  /** Called when unrecorded code has acquired a lock; returns true if that reads its variable. */
  boolean beginsUnder(int slot, int lock, boolean shared) {
    int at = find(slot, lock, shared);
    if (at == NONE || (held[slot].getLong(at) & UNSEEN) != 0) {
      return false;
    }
    held[slot].set(at, held[slot].getLong(at) | UNSEEN);
    return true;
  }

  /**
   * Called when a thread releases a lock; returns true if the section first writes the variable.
   */
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

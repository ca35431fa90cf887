package io.racedet.engine.order;

import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * The locks that one thread holds, in the order of acquisition, with the times of their acquires.
 */
final class PwrHeldLocks {
  private static final int INITIAL = 4;

  private int size;
  private int[] locks = new int[INITIAL];
  private boolean[] shared = new boolean[INITIAL];
  private long[] since = new long[INITIAL];

  int size() {
    return size;
  }

  int lock(int i) {
    return locks[i];
  }

  boolean isShared(int i) {
    return shared[i];
  }

  void acquire(int lock, boolean inSharedMode, long time) {
    if (size == locks.length) {
      locks = IntArrays.grow(locks, size + 1);
      shared = BooleanArrays.grow(shared, size + 1);
      since = LongArrays.grow(since, size + 1);
    }
    locks[size] = lock;
    shared[size] = inSharedMode;
    since[size] = time;
    size++;
  }

  /** Removes a lock that is held. */
  long release(int lock, boolean inSharedMode) {
    int i = size - 1;
    while (locks[i] != lock || shared[i] != inSharedMode) {
      i--;
    }
    long acquired = since[i];
    int inner = size - i - 1;
    System.arraycopy(locks, i + 1, locks, i, inner);
    System.arraycopy(shared, i + 1, shared, i, inner);
    System.arraycopy(since, i + 1, since, i, inner);
    size--;
    return acquired;
  }
}

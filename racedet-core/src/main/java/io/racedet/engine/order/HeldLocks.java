package io.racedet.engine.order;

import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * The locks that one thread holds, in the order of acquisition, with the times of their acquires.
 */
public final class HeldLocks {
  private static final int INITIAL = 4;

  private int size;
  private int[] uses = new int[INITIAL]; // see LockUse
  private long[] since = new long[INITIAL];

  /** Starts without locks. */
  public HeldLocks() {}

  public int size() {
    return size;
  }

  public int lock(int i) {
    return LockUse.lock(uses[i]);
  }

  public boolean isShared(int i) {
    return LockUse.isShared(uses[i]);
  }

  /** Adds a lock that is not held in this mode. */
  public void acquire(int lock, boolean shared, long time) {
    uses = IntArrays.grow(uses, size + 1);
    since = LongArrays.grow(since, size + 1);
    uses[size] = LockUse.of(lock, shared);
    since[size++] = time;
  }

  /** Removes a lock that is held; returns the time of its acquire. */
  public long release(int lock, boolean shared) {
    int use = LockUse.of(lock, shared);
    int i = size - 1;
    while (uses[i] != use) {
      i--;
    }
    long acquired = since[i];
    size--;
    System.arraycopy(uses, i + 1, uses, i, size - i);
    System.arraycopy(since, i + 1, since, i, size - i);
    return acquired;
  }
}

package io.racedet.compressed.summary;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * Locks with counts, in the order of insertion. A change costs constant time on average, and the
 * removal of a lock the number of those inserted after it. Not thread-safe.
 */
public final class LockCounts {
  /** No position. */
  public static final int NONE = -1;

  private static final int FEW = 8; // locks that are searched one by one

  private int size;
  private int[] lock = new int[4];
  private int[] count = new int[4];
  private Int2IntOpenHashMap positions; // by lock; null as long as there are few

  /** Creates the counts of no locks. */
  public LockCounts() {}

  void clear() {
    size = 0;
    positions = null;
  }

  public int size() {
    return size;
  }

  /** Copies the locks, or how often they were inserted, into an array. */
  void copyTo(int[] into, int to, boolean howOften) {
    System.arraycopy(howOften ? count : lock, 0, into, to, size);
  }

  /** The locks in order. */
  int[] locks() {
    return Arrays.copyOf(lock, size);
  }

  /** The lock at a position. */
  public int lock(int at) {
    return lock[at];
  }

  /** The position of a lock, or {@link #NONE}. */
  public int position(int searched) {
    if (positions != null) {
      return positions.get(searched);
    }
    int at = size - 1;
    while (at >= 0 && lock[at] != searched) {
      at--;
    }
    return at;
  }

  /** The count of a lock. */
  public int of(int searched) {
    int at = position(searched);
    return at == NONE ? 0 : count[at];
  }

  /**
   * Changes the count of a lock; a lock of count 0 is removed.
   *
   * @return the first position at which there is another lock now, or none any more; NONE if only a
   *     count has changed
   */
  public int add(int changed, int change) {
    int known = position(changed);
    int at = known == NONE ? insert(changed) : known;
    count[at] += change;
    if (count[at] == 0) {
      remove(at);
      return known;
    }
    return known == NONE ? at : NONE;
  }

  private int insert(int inserted) {
    if (size == lock.length) {
      lock = IntArrays.grow(lock, size + 1);
      count = IntArrays.grow(count, size + 1);
    }
    lock[size] = inserted;
    count[size] = 0;
    size++;
    if (positions != null) {
      positions.put(inserted, size - 1);
    } else if (size > FEW) {
      positions = new Int2IntOpenHashMap();
      positions.defaultReturnValue(NONE);
      place(0);
    }
    return size - 1;
  }

  private void remove(int at) {
    if (positions != null) {
      positions.remove(lock[at]);
    }
    size--;
    System.arraycopy(lock, at + 1, lock, at, size - at);
    System.arraycopy(count, at + 1, count, at, size - at);
    if (positions != null) {
      place(at);
    }
  }

  /** Updates the positions from one on. */
  private void place(int from) {
    for (int at = from; at < size; at++) {
      positions.put(lock[at], at);
    }
  }
}

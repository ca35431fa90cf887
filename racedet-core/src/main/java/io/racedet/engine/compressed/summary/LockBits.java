package io.racedet.engine.compressed.summary;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/** Sets of the locks that occur in a stretch of a trace; a set is the number of a row of bits. */
public final class LockBits {
  private final LocalIds bits = new LocalIds(); // of the locks
  private int words = 1;
  private long[] sets = new long[64];
  private int count; // sets

  public void clear() {
    bits.clear();
    count = 0;
  }

  /** Creates an empty set. */
  public int add() {
    if ((count + 1) * words > sets.length) {
      sets = LongArrays.grow(sets, (count + 1) * words);
    }
    int set = count++;
    empty(set);
    return set;
  }

  void empty(int set) {
    Arrays.fill(sets, set * words, (set + 1) * words, 0);
  }

  public void put(int set, int lock) {
    int bit = bit(lock);
    sets[set * words + (bit >> 6)] |= 1L << bit;
  }

  public void remove(int set, int lock) {
    int bit = bit(lock);
    sets[set * words + (bit >> 6)] &= ~(1L << bit);
  }

  public void copy(int from, int to) {
    System.arraycopy(sets, from * words, sets, to * words, words);
  }

  /** Adds the locks of another set. */
  void join(int set, int other) {
    for (int w = 0; w < words; w++) {
      sets[set * words + w] |= sets[other * words + w];
    }
  }

  /** Intersects a set with another one; returns whether that removed any lock. */
  public boolean meet(int set, int other) {
    boolean changes = false;
    for (int w = 0; w < words; w++) {
      long before = sets[set * words + w];
      long meet = before & sets[other * words + w];
      sets[set * words + w] = meet;
      changes |= meet != before;
    }
    return changes;
  }

  /** Whether a set contains another one. */
  public boolean hasAll(int set, int other) {
    long missing = 0;
    for (int w = 0; w < words; w++) {
      missing |= sets[other * words + w] & ~sets[set * words + w];
    }
    return missing == 0;
  }

  public boolean isEmpty(int set) {
    long all = 0;
    for (int w = 0; w < words; w++) {
      all |= sets[set * words + w];
    }
    return all == 0;
  }

  /**
   * Sets a set to the union of another one and a set of another stretch, whose locks are given by
   * bit.
   */
  public void join(
      int set, int other, long[] foreign, int from, int foreignWords, int[] foreignLocks) {
    for (int w = 0; w < words; w++) {
      sets[set * words + w] = sets[other * words + w];
    }
    for (int w = 0; w < foreignWords; w++) {
      for (long rest = foreign[from + w]; rest != 0; rest &= rest - 1) {
        put(set, foreignLocks[w * Long.SIZE + Long.numberOfTrailingZeros(rest)]);
      }
    }
  }

  /** The locks by bit. */
  public int[] locks() {
    return bits.toArray();
  }

  /** The number of words of a set. */
  public int words() {
    return words;
  }

  public void copyTo(int set, long[] into, int to) {
    System.arraycopy(sets, set * words, into, to, words);
  }

  private int bit(int lock) {
    int bit = bits.find(lock);
    if (bit == LocalIds.NONE) {
      bit = bits.add(lock);
      if (bit == words * Long.SIZE) {
        widen();
      }
    }
    return bit;
  }

  private void widen() {
    long[] wide = new long[Math.max(sets.length, 2 * words * count)];
    for (int set = 0; set < count; set++) {
      System.arraycopy(sets, set * words, wide, 2 * set * words, words);
    }
    sets = wide;
    words *= 2;
  }
}

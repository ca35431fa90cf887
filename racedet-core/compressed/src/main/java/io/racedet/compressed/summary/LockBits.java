package io.racedet.compressed.summary;

import io.racedet.ids.DenseIds;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/** Sets of the locks that occur in a stretch of a trace; a set is the number of a row of bits. */
public final class LockBits {
  private final DenseIds bits = new DenseIds(); // of the locks
  private int words = 1;
  private long[] sets = new long[64];
  private int count; // sets
  private long steps;

  public void clear() {
    bits.clear();
    words = 1;
    count = 0;
    steps = 0;
  }

  /** How many words the sets have. */
  public long space() {
    return (long) words * count;
  }

  /** The work since all sets were cleared, in words. */
  public long steps() {
    return steps;
  }

  /** Creates an empty set. */
  public int add() {
    sets = LongArrays.grow(sets, Math.multiplyExact(count + 1, words), count * words);
    int set = count++;
    empty(set);
    return set;
  }

  void empty(int set) {
    steps += words;
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

  /** Sets a set to another one. */
  public void copy(int from, int to) {
    steps += words;
    System.arraycopy(sets, from * words, sets, to * words, words);
  }

  /** Intersects a set with another one. */
  public void meet(int set, int other) {
    steps += words;
    for (int w = 0; w < words; w++) {
      sets[set * words + w] &= sets[other * words + w];
    }
  }

  public boolean isEmpty(int set) {
    steps += words;
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
    steps += words + foreignWords;
    for (int w = 0; w < words; w++) {
      sets[set * words + w] = sets[other * words + w];
    }
    for (int w = 0; w < foreignWords; w++) {
      for (long rest = foreign[from + w]; rest != 0; rest &= rest - 1) {
        steps++;
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

  /** Copies the words of a set into an array. */
  public void copyTo(int set, long[] into, int to) {
    System.arraycopy(sets, set * words, into, to, words);
  }

  private int bit(int lock) {
    int bit = bits.find(lock);
    if (bit == DenseIds.NONE) {
      bit = bits.add(lock);
      if (bit == words * Long.SIZE) {
        widen();
      }
    }
    return bit;
  }

  private void widen() {
    long[] wide = new long[Math.max(sets.length, Math.multiplyExact(2 * words, count))];
    steps += wide.length;
    for (int set = 0; set < count; set++) {
      System.arraycopy(sets, set * words, wide, 2 * set * words, words);
    }
    sets = wide;
    words *= 2;
  }
}

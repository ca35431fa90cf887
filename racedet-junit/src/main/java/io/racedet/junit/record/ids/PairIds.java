package io.racedet.junit.record.ids;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/** Dense ids of pairs of longs, in the order of first use. */
public final class PairIds {
  private static final int INITIAL = 64;

  private long[] firsts = new long[INITIAL];
  private long[] seconds = new long[INITIAL];
  private int size;

  /* Ids plus one, 0 for a free slot; at most half full. */
  private int[] slots = new int[2 * INITIAL];

  /** Starts without ids. */
  public PairIds() {}

  /** The id of a pair, a new one if it has none. */
  public int of(long first, long second) {
    int mask = slots.length - 1;
    int slot = hash(first, second) & mask;
    for (int id = slots[slot] - 1; id >= 0; id = slots[slot] - 1) {
      if (firsts[id] == first && seconds[id] == second) {
        return id;
      }
      slot = slot + 1 & mask;
    }
    return add(slot, first, second);
  }

  private int add(int slot, long first, long second) {
    if (size == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * size);
      seconds = Arrays.copyOf(seconds, 2 * size);
    }
    firsts[size] = first;
    seconds[size] = second;
    slots[slot] = ++size;
    if (2 * size > slots.length) {
      rehash();
    }
    return size - 1;
  }

  private void rehash() {
    int[] rehashed = new int[2 * slots.length];
    int mask = rehashed.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = hash(firsts[id], seconds[id]) & mask;
      while (rehashed[slot] != 0) {
        slot = slot + 1 & mask;
      }
      rehashed[slot] = id + 1;
    }
    slots = rehashed;
  }

  private static int hash(long first, long second) {
    return (int) HashCommon.mix(first * 31 + HashCommon.mix(second));
  }

  /** The number of ids. */
  public int size() {
    return size;
  }

  /** The first long of the pair. */
  public long first(int id) {
    return firsts[id];
  }

  /** The second long of the pair. */
  public long second(int id) {
    return seconds[id];
  }
}

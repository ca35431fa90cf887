package io.racedet.junit.record.ids;

import it.unimi.dsi.fastutil.HashCommon;

/**
 * A hash table of ids by their first two words, the first of which is not negative. Ids whose words
 * are lost are left out when it is rebuilt. Not thread-safe.
 */
final class IdSlots {
  static final int NONE = -1;
  private static final int INITIAL = 128;

  private final IdWords words;
  private int[] slots = new int[INITIAL]; // ids plus one, 0 for a free slot; at most half full
  private int filled;

  /** Creates a table without ids. */
  IdSlots(IdWords words) {
    this.words = words;
  }

  /** The id with two words, or {@link #NONE}. */
  int find(long first, long second) {
    int mask = slots.length - 1;
    int slot = hash(first, second) & mask;
    for (int id = slots[slot] - 1; id >= 0; id = slots[slot] - 1) {
      if (words.get(id, 0) == first && words.get(id, 1) == second) {
        return id;
      }
      slot = slot + 1 & mask;
    }
    return NONE;
  }

  /** Adds an id, of which the table has no equal one. */
  void add(int id) {
    if (2 * (filled + 1) > slots.length) {
      rebuild();
    }
    insert(id);
  }

  private void insert(int id) {
    int mask = slots.length - 1;
    int slot = hash(words.get(id, 0), words.get(id, 1)) & mask;
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = id + 1;
    filled++;
  }

  private void rebuild() {
    int[] old = slots;
    int left = 0;
    for (int entry : old) {
      left += entry != 0 && !words.isLost(entry - 1) ? 1 : 0;
    }
    slots = new int[Math.max(INITIAL, HashCommon.nextPowerOfTwo(4 * left))];
    filled = 0;
    for (int entry : old) {
      if (entry != 0 && !words.isLost(entry - 1)) {
        insert(entry - 1);
      }
    }
  }

  private static int hash(long first, long second) {
    return (int) HashCommon.mix(first * 31 + HashCommon.mix(second));
  }
}

package io.racedet.engine.history;

/**
 * Where an entry belongs in a row of accesses that is a hash table with linear probing, and when
 * such a row is doubled. Rows have at most eight times the room that their entries need, whatever
 * their keys.
 */
final class RowHash {
  /** The words of an entry: an epoch, 0 where there is none, and a detail word. */
  static final int ENTRY = 2;

  /** An entry farther from where it belongs doubles its row, unless the row is nearly empty. */
  static final int MAX_PROBE_LENGTH = 8;

  private static final int DENSE_BITS = 10;
  private static final int MIX = 0x9E37_79B9;
  private static final int SPARSE = 4;

  private RowHash() {}

  /** The hash of a dense id. Small ones are their own, so that a search takes one step. */
  static int ofDense(int id) {
    return id ^ (id >>> DENSE_BITS) * MIX >>> Short.SIZE;
  }

  /**
   * Whether a row is to be doubled before an entry is put into it.
   *
   * @param length of the row, in words; a power of two
   * @param home where the search for the entry began, in words from the base
   * @param at where it ended: the free entry, in words from the base
   */
  static boolean isFull(long[] words, int base, int length, int home, int at) {
    int distance = at - home & length - 1;
    return distance >= MAX_PROBE_LENGTH * ENTRY
        && SPARSE * ENTRY * used(words, base, base + length) >= length;
  }

  private static int used(long[] words, int from, int to) {
    int used = 0;
    for (int i = from; i < to; i += ENTRY) {
      used += words[i] == 0 ? 0 : 1;
    }
    return used;
  }
}

package io.racedet.engine.history;

/**
 * Where an entry belongs in a row of accesses that is a hash table with linear probing, and when
 * such a row is doubled. Rows have at most eight times the room that their entries need, whatever
 * their keys.
 */
final class RowHash {
  /** An entry farther from where it belongs doubles its row, unless the row is nearly empty. */
  static final int LONGEST_PROBE = 8;

  private static final int DENSE_BITS = 10;
  private static final int MIX = 0x9E37_79B9;
  private static final int SPARSE = 4;

  private RowHash() {}

  /** The hash of a dense id. Small ones are their own, so that a search takes one step. */
  static int ofDense(int id) {
    return id ^ (id >>> DENSE_BITS) * MIX >>> Short.SIZE;
  }

  /** The hash of a number, where those of a row may be at any regular distance. */
  static int of(int number) {
    int mixed = number * MIX;
    return mixed ^ mixed >>> Short.SIZE;
  }

  /** Whether so many entries in use make it worth while to double a row. */
  static boolean isCrowded(int used, int entries) {
    return SPARSE * used >= entries;
  }
}

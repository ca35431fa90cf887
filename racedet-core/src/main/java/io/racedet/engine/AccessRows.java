package io.racedet.engine;

import java.util.Arrays;

/** The last reads and writes of each variable: one of each thread, or of each context. */
final class AccessRows {
  private static final long[] NOTHING = {};
  private static final int NONE = -1;

  private final AccessTable table;
  private int[] rows = new int[0]; // by | variable:31 | write:1 |

  /**
   * Starts with no access.
   *
   * @param byContext whether a thread has an access for each of its contexts
   */
  AccessRows(boolean byContext) {
    table = new AccessTable(byContext);
  }

  /** Whether there was any access, of any variable. */
  boolean areUsed() {
    return rows.length > 0;
  }

  /** What an access is kept by: its thread, or its context. */
  int key(long epoch, long place) {
    return table.key(epoch, place);
  }

  /** Notes an access, in place of the one before it of the same kind and key. */
  void put(int variable, boolean write, int key, long epoch, long place) {
    int slot = slot(variable, write);
    if (slot >= rows.length) {
      grow(slot);
    }
    if (rows[slot] == NONE) {
      rows[slot] = table.acquire();
    }
    table.put(rows[slot], key, epoch, place);
  }

  /** The reads, or the writes, of a variable, as a row of {@link AccessTable}. */
  long[] row(int variable, boolean write) {
    int slot = slot(variable, write);
    return slot < rows.length && rows[slot] != NONE ? table.row(rows[slot]) : NOTHING;
  }

  /** Forgets the accesses of a variable. */
  void clear(int variable) {
    clearRow(slot(variable, false));
    clearRow(slot(variable, true));
  }

  private void clearRow(int slot) {
    if (slot < rows.length && rows[slot] != NONE) {
      table.release(rows[slot]);
      rows[slot] = NONE;
    }
  }

  private static int slot(int variable, boolean write) {
    return variable << 1 | (write ? 1 : 0);
  }

  private void grow(int slot) {
    int length = rows.length;
    rows = Arrays.copyOf(rows, Math.max(slot + 1, length + (length >> 1)));
    Arrays.fill(rows, length, rows.length, NONE);
  }
}

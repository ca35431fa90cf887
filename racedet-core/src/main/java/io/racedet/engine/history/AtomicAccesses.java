package io.racedet.engine.history;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The atomic accesses to each variable since its last plain write, the last of each thread. Few
 * variables have any.
 */
public final class AtomicAccesses {
  private static final long[] NOTHING = {};
  private static final int NONE = -1;

  private final AccessTable table = new AccessTable();
  private int[] reads = new int[0]; // rows, by variable
  private int[] writes = new int[0];

  /** Whether any variable has had an atomic access. */
  public boolean areUsed() {
    return reads.length > 0;
  }

  /** Whether a variable has atomic accesses since its last plain write. */
  public boolean has(int variable) {
    return (find(variable, false) & find(variable, true)) != NONE;
  }

  /** How many rows are in use: one for the reads of a variable, and one for the writes. */
  public int rows() {
    return table.inUse();
  }

  /** Records a write, or a read. */
  public void put(int variable, boolean isWrite, int thread, long epoch, long detail) {
    int length = reads.length;
    if (variable >= length) {
      reads = IntArrays.grow(reads, variable + 1);
      writes = IntArrays.grow(writes, variable + 1);
      Arrays.fill(reads, length, reads.length, NONE);
      Arrays.fill(writes, length, writes.length, NONE);
    }
    int[] rows = isWrite ? writes : reads;
    if (rows[variable] == NONE) {
      rows[variable] = table.acquire();
    }
    table.put(rows[variable], thread, epoch, detail);
  }

  /** The writes, or the reads, of a variable, as a row of {@link AccessTable}. */
  public long[] row(int variable, boolean isWrite) {
    int row = find(variable, isWrite);
    return row == NONE ? NOTHING : table.row(row);
  }

  /** The last write, or read, of a variable by a thread, 0 if there is none. */
  public long epoch(int variable, boolean isWrite, int thread) {
    int row = find(variable, isWrite);
    return row == NONE ? 0 : table.epoch(row, thread);
  }

  private int find(int variable, boolean isWrite) {
    int[] rows = isWrite ? writes : reads;
    return variable < rows.length ? rows[variable] : NONE;
  }

  /** Marks the contexts of all accesses. */
  public void markContexts(BitSet live) {
    table.markContexts(live);
  }

  /** Drops the accesses to a variable. */
  public void clear(int variable) {
    release(reads, variable);
    release(writes, variable);
  }

  private void release(int[] rows, int variable) {
    if (variable < rows.length && rows[variable] != NONE) {
      table.release(rows[variable]);
      rows[variable] = NONE;
    }
  }
}

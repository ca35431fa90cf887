package io.racedet.engine.history;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The atomic accesses of each variable since its last plain write, the last of each thread. Few
 * variables have any.
 */
public final class AtomicAccesses {
  private static final long[] NOTHING = {};
  private static final int NONE = -1;

  private final AccessTable table = new AccessTable();
  private int[] readRows = new int[0]; // by variable
  private int[] writeRows = new int[0];

  /** Whether any variable has had an atomic access. */
  public boolean areUsed() {
    return readRows.length > 0;
  }

  /** Whether a variable has atomic accesses since its last plain write. */
  public boolean has(int variable) {
    return variable < readRows.length && (readRows[variable] & writeRows[variable]) != NONE;
  }

  /** How many rows are in use: one for the reads of a variable, and one for the writes. */
  public int rows() {
    return table.inUse();
  }

  /** Records an atomic read. */
  public void read(int variable, int thread, long epoch, long detail) {
    ensure(variable);
    if (readRows[variable] == NONE) {
      readRows[variable] = table.acquire();
    }
    table.put(readRows[variable], thread, epoch, detail);
  }

  /** Records an atomic write. */
  public void write(int variable, int thread, long epoch, long detail) {
    ensure(variable);
    if (writeRows[variable] == NONE) {
      writeRows[variable] = table.acquire();
    }
    table.put(writeRows[variable], thread, epoch, detail);
  }

  /** The reads of a variable, as a row of {@link AccessTable}. */
  public long[] reads(int variable) {
    return row(readRows, variable);
  }

  /** The writes of a variable, as a row of {@link AccessTable}. */
  public long[] writes(int variable) {
    return row(writeRows, variable);
  }

  /** The last read of a variable by a thread, 0 if there is none. */
  public long read(int variable, int thread) {
    return epoch(readRows, variable, thread);
  }

  /** The last write of a variable by a thread, 0 if there is none. */
  public long write(int variable, int thread) {
    return epoch(writeRows, variable, thread);
  }

  private long epoch(int[] rows, int variable, int thread) {
    return variable < rows.length && rows[variable] != NONE
        ? table.epoch(rows[variable], thread)
        : 0;
  }

  /** Marks the contexts of all accesses. */
  public void markContexts(BitSet live) {
    table.markContexts(live);
  }

  /** Drops the accesses of a variable. */
  public void clear(int variable) {
    release(readRows, variable);
    release(writeRows, variable);
  }

  private void release(int[] rows, int variable) {
    if (variable < rows.length && rows[variable] != NONE) {
      table.release(rows[variable]);
      rows[variable] = NONE;
    }
  }

  private long[] row(int[] rows, int variable) {
    return variable < rows.length && rows[variable] != NONE ? table.row(rows[variable]) : NOTHING;
  }

  private void ensure(int variable) {
    int length = readRows.length;
    if (variable >= length) {
      readRows = IntArrays.grow(readRows, variable + 1);
      writeRows = IntArrays.grow(writeRows, variable + 1);
      Arrays.fill(readRows, length, readRows.length, NONE);
      Arrays.fill(writeRows, length, writeRows.length, NONE);
    }
  }
}

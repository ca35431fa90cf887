package io.racedet.runtime.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The counter that numbers all sync operations, padded to have cache lines of its own. */
public final class SyncOrder {
  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int CELL = 16;

  private final long[] cells = new long[2 * CELL];

  /** The next number; orders memory fully. */
  public long next() {
    return (long) CELLS.getAndAdd(cells, CELL, 1L);
  }

  /** The number that is assigned next. */
  public long peek() {
    return (long) CELLS.getVolatile(cells, CELL);
  }
}

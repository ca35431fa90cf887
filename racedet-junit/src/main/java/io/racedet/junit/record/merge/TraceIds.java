package io.racedet.junit.record.merge;

import io.racedet.event.EventSink;
import io.racedet.event.Op.Operand;
import io.racedet.ids.DenseIds;
import io.racedet.junit.record.ids.PairIds;
import io.racedet.runtime.log.Layout;

/**
 * The dense ids of one trace and what they stand for: variables by object and key; locks, sync
 * variables and channels by {@link LockBook#key} and operand; threads by slot; locations by site,
 * and whether acquires there are tries.
 */
public final class TraceIds {
  private static final int TRY = 1;

  public final VariableIds variables;
  public final PairIds locks = new PairIds();
  public final PairIds syncs = new PairIds();
  public final PairIds channels = new PairIds();
  private final DenseIds threads = new DenseIds();
  private final DenseIds locations = new DenseIds(); // of | site + 1:31 | try:1 |

  /** Starts without ids; the arrays are null if variables are not told apart. */
  TraceIds(WalkedArrays walked) {
    variables = new VariableIds(walked);
  }

  int thread(int slot) {
    return threads.of(slot);
  }

  /** The slot that a thread id stands for. */
  public int slot(int thread) {
    return threads.number(thread);
  }

  int location(int site) {
    return site < 0 ? EventSink.NO_LOCATION : locations.of(site + 1 << 1);
  }

  /** The location of acquires by an instruction that are tries, also where it is not known. */
  int tryLocation(int site) {
    return locations.of(Math.max(site, Layout.NONE) + 1 << 1 | TRY);
  }

  /** Whether it is known what an id stands for: it is, unless the id has been dropped. */
  boolean isKnown(Operand space, int id) {
    return switch (space) {
      case VARIABLE -> variables.isKnown(id);
      case LOCK -> locks.isKnown(id);
      case SYNC -> syncs.isKnown(id);
      case CHANNEL -> channels.isKnown(id);
      case THREAD, OBJECT, NONE -> true;
    };
  }

  /** The site that a location id stands for; {@link Layout#NONE} if a try has none. */
  public int site(int location) {
    return (locations.number(location) >> 1) - 1;
  }

  /** Whether acquires at a location are tries, which do not wait. */
  public boolean isTry(int location) {
    return location >= 0 && (locations.number(location) & TRY) != 0;
  }

  /** The number of locations. */
  public int locations() {
    return locations.size();
  }
}

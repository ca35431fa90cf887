package io.racedet.junit.record.merge;

import io.racedet.event.EventSink;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.ids.PairIds;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The dense ids of one trace and what they stand for: variables by object and key; locks, sync
 * variables and channels by {@link LockBook#key} and operand; threads by slot; locations by site.
 */
public final class TraceIds {
  private static final int NO_ID = -1;

  /** From here on, values of locations are those of tries: no site has such a number. */
  private static final int FIRST_TRY = 1 << 24;

  public final VariableIds variables;
  public final PairIds locks = new PairIds();
  public final PairIds syncs = new PairIds();
  public final PairIds channels = new PairIds();
  private final IntIds threads = new IntIds();
  private final IntIds locations = new IntIds();

  /** Starts without ids; the arrays are null if variables are not told apart. */
  TraceIds(WalkedArrays walked) {
    variables = new VariableIds(walked);
  }

  int thread(int slot) {
    return threads.of(slot);
  }

  /** The slot that a thread id stands for. */
  public int slot(int thread) {
    return threads.value(thread);
  }

  int location(int site) {
    return site < 0 ? EventSink.NO_LOCATION : locations.of(site);
  }

  /** The location of acquires by an instruction that are tries, also where it is not known. */
  int tryLocation(int site) {
    return locations.of(FIRST_TRY + Math.max(site, Layout.NONE) + 1);
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
    int value = locations.value(location);
    return value < FIRST_TRY ? value : value - FIRST_TRY - 1;
  }

  /** Whether acquires at a location are tries, which do not wait. */
  public boolean isTry(int location) {
    return location >= 0 && locations.value(location) >= FIRST_TRY;
  }

  /** The number of locations. */
  public int locations() {
    return locations.size();
  }

  /** Dense ids of ints. */
  private static final class IntIds {
    private final Int2IntOpenHashMap ids = new Int2IntOpenHashMap();
    private final IntArrayList values = new IntArrayList();

    IntIds() {
      ids.defaultReturnValue(NO_ID);
    }

    int of(int value) {
      int id = ids.get(value);
      if (id == NO_ID) {
        id = values.size();
        ids.put(value, id);
        values.add(value);
      }
      return id;
    }

    int size() {
      return values.size();
    }

    int value(int id) {
      return values.getInt(id);
    }
  }
}

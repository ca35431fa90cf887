package io.racedet.junit.record.merge;

import io.racedet.event.EventSink;
import io.racedet.event.Op.Operand;
import io.racedet.ids.DenseIds;
import io.racedet.junit.record.ids.PairIds;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The dense ids of one trace and what they stand for: variables by object and key; locks, sync
 * variables and channels by {@link LockBook#key} and operand; threads by slot; locations by site
 * or, of accesses by an accessor, by site and its call, and whether acquires there are tries.
 */
public final class TraceIds {
  private static final int TRY = 1;

  public final VariableIds variables;
  public final PairIds locks = new PairIds();
  public final PairIds syncs = new PairIds();
  public final PairIds channels = new PairIds();
  private final DenseIds threads = new DenseIds();
  private final DenseIds locations = new DenseIds(); // of | place + 1:31 | try:1 |

  // Of an access by an accessor | site:32 | call:32 |; its place is behind all sites.
  private final Long2IntOpenHashMap callIds = new Long2IntOpenHashMap();
  private final LongArrayList calls = new LongArrayList();

  /** Starts without ids; the arrays are null if variables are not told apart. */
  TraceIds(WalkedArrays walked) {
    variables = new VariableIds(walked);
  }

  /** The id of a thread. */
  public int thread(int slot) {
    return threads.of(slot);
  }

  /** The slot that a thread id stands for. */
  public int slot(int thread) {
    return threads.number(thread);
  }

  /** The place of an instruction of an accessor that a call has reached. */
  int called(int site, int call) {
    long both = (long) site << Integer.SIZE | call;
    int id = callIds.getOrDefault(both, calls.size());
    if (id == calls.size()) {
      callIds.put(both, id);
      calls.add(both);
    }
    return Layout.MAX_SITE + 1 + id;
  }

  /** The location of a place: a site, or what {@link #called} has returned. */
  int location(int place) {
    return place < 0 ? EventSink.NO_LOCATION : locations.of(place + 1 << 1);
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
    int place = place(location);
    return isCalled(place) ? (int) (call(place) >>> Integer.SIZE) : place;
  }

  /** The site to tell of: that of the call if the one of the location is an accessor's. */
  public int toldSite(int location) {
    int place = place(location);
    return isCalled(place) ? (int) call(place) : place;
  }

  private int place(int location) {
    return (locations.number(location) >> 1) - 1;
  }

  private static boolean isCalled(int place) {
    return place > Layout.MAX_SITE;
  }

  private long call(int place) {
    return calls.getLong(place - Layout.MAX_SITE - 1);
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

package io.racedet.engine;

import io.racedet.clock.Clock;
import io.racedet.clock.LockContexts;
import io.racedet.event.EventSink;
import io.racedet.race.RaceKind;
import io.racedet.race.RacePlace;
import io.racedet.race.RaceSink;
import java.util.Arrays;

/** The accesses of every variable, and which of them race. */
final class PairHistory {
  /* RW(x) and edges(x) of the paper, for reads and writes apart, are one row each: accesses in trace
   * order. An access that a later one is ordered after is superseded; the others are RW(x), relaxed
   * as in appendix G.2: a read does not supersede a write. Following the edges backwards from the
   * pairs in conc(x) is walking the row backwards, and a branch ends where an access is ordered and
   * all older ones were ordered before it already. So the second pass happens at once. */

  private final AccessOrder order;
  private final boolean checksFirst;
  private final PairLimits limits;
  private final LockContexts contexts;
  private final RaceSink races;
  private final PairRows rows = new PairRows();
  private Clock[] lastWriteClock = new Clock[0]; // by variable

  // The access at hand.
  private int variable;
  private int thread;
  private long index;
  private long place;
  private boolean atomic;

  /**
   * Starts with no access.
   *
   * @param checksFirst whether a read is checked against all writes before it is ordered after the
   *     last one; otherwise after that, the last one excepted
   */
  PairHistory(
      AccessOrder order,
      boolean checksFirst,
      PairLimits limits,
      LockContexts contexts,
      RaceSink races) {
    this.order = order;
    this.checksFirst = checksFirst;
    this.limits = limits;
    this.contexts = contexts;
    this.races = races;
  }

  void read(int ofVariable, int byThread, long at, long where, boolean isAtomic) {
    begin(ofVariable, byThread, at, where, isAtomic);
    if (checksFirst) {
      race(writesOf(variable), RaceKind.WRITE_READ);
      readFromLastWrite();
    } else {
      if (readFromLastWrite()) {
        int writes = writesOf(variable);
        report(writes, rows.size(writes) - 1, RaceKind.WRITE_READ);
      }
      race(writesOf(variable), RaceKind.WRITE_READ);
    }
    boolean dominating = supersedeReads();
    keep(readsOf(variable), dominating);
    trim(readsOf(variable));
  }

  void write(int ofVariable, int byThread, long at, long where, boolean isAtomic) {
    begin(ofVariable, byThread, at, where, isAtomic);
    boolean dominating = race(writesOf(variable), RaceKind.WRITE_WRITE);
    race(readsOf(variable), RaceKind.READ_WRITE);
    keep(writesOf(variable), dominating);
    trim(writesOf(variable));
    trim(readsOf(variable));
    Clock clock = order.give(thread, index);
    if (lastWriteClock[variable] != clock) {
      lastWriteClock[variable] = clock;
    }
  }

  private void begin(int ofVariable, int byThread, long at, long where, boolean isAtomic) {
    if (ofVariable >= lastWriteClock.length) {
      ensureVariable(ofVariable);
    }
    variable = ofVariable;
    thread = byThread;
    index = at;
    place = where;
    atomic = isAtomic;
  }

  private void ensureVariable(int ofVariable) {
    int length = lastWriteClock.length;
    int capacity = Math.max(ofVariable + 1, length + (length >> 1));
    if (capacity > Integer.MAX_VALUE / 2) {
      throw new IllegalStateException(
          "variable: " + ofVariable + " (expected: below " + Integer.MAX_VALUE / 2 + ")");
    }
    lastWriteClock = Arrays.copyOf(lastWriteClock, capacity);
    rows.ensureRow(readsOf(capacity - 1));
  }

  private static int writesOf(int variable) {
    return variable * 2;
  }

  private static int readsOf(int variable) {
    return variable * 2 + 1;
  }

  /** Joins the clock of the last write; returns whether there is one that nothing else orders. */
  private boolean readFromLastWrite() {
    int row = writesOf(variable);
    int last = rows.size(row) - 1;
    if (last < 0) {
      return false;
    }
    int writer = contexts.thread(RacePlace.context(rows.place(row, last)));
    return order.readFrom(thread, writer, rows.index(row, last), lastWriteClock[variable]);
  }

  /**
   * Reports the accesses in a row that race with the one at hand.
   *
   * @return whether all of them are ordered before it
   */
  private boolean race(int row, RaceKind kind) {
    Clock known = order.clock(thread);
    boolean allOrdered = true;
    for (int i = rows.size(row) - 1; i >= 0; i--) {
      if (!isOrdered(row, i, known)) {
        allOrdered = false;
        report(row, i, kind);
        continue;
      }
      if (kind != RaceKind.WRITE_READ) {
        rows.supersede(row, i);
      }
      if (rows.isDominating(row, i)) {
        return allOrdered;
      }
    }
    return allOrdered;
  }

  /** Two reads never race: only notes which earlier reads this one is ordered after. */
  private boolean supersedeReads() {
    int row = readsOf(variable);
    Clock known = order.clock(thread);
    boolean allOrdered = true;
    for (int i = rows.size(row) - 1; i >= 0; i--) {
      if (!isOrdered(row, i, known)) {
        allOrdered = false;
        continue;
      }
      rows.supersede(row, i);
      if (rows.isDominating(row, i)) {
        return allOrdered;
      }
    }
    return allOrdered;
  }

  private boolean isOrdered(int row, int i, Clock known) {
    int other = contexts.thread(RacePlace.context(rows.place(row, i)));
    return other == thread || known.known(other) >= rows.index(row, i);
  }

  private void report(int row, int i, RaceKind kind) {
    long earlier = rows.place(row, i);
    int context = RacePlace.context(earlier);
    boolean earlierAtomic = rows.isAtomic(row, i);
    if (earlierAtomic && atomic || contexts.protect(context, RacePlace.context(place))) {
      return;
    }
    long at = rows.index(row, i);
    races.race(
        variable,
        kind,
        order.happensBefore(contexts.thread(context), at, thread),
        at,
        earlierAtomic ? RacePlace.atomic(earlier) : earlier,
        index,
        atomic ? RacePlace.atomic(place) : place);
  }

  private void keep(int row, boolean dominating) {
    if (!limits.keepsEveryAccess() && RacePlace.location(place) != EventSink.NO_LOCATION) {
      int same = rows.find(row, place, atomic);
      if (same >= 0) {
        rows.remove(row, same);
      }
    }
    rows.append(row, index, place, atomic, dominating);
  }

  private void trim(int row) {
    if (!limits.keepsEveryAccess()) {
      rows.trim(row, limits.edges());
    }
  }
}

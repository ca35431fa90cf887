package io.racedet.engine;

import io.racedet.event.EventSink;
import java.util.Arrays;

/** The accesses of every variable, and which of them race. */
final class PwrAccesses {
  /* RW(x) and edges(x) of the paper, for reads and writes apart, are one row each: accesses in trace
   * order. An access that a later one is ordered after is superseded; the others are RW(x), relaxed
   * as in appendix G.2: a read does not supersede a write. Following the edges backwards from the
   * pairs in conc(x) is walking the row backwards, and a branch ends where an access is ordered and
   * all older ones were ordered before it already. So the second pass happens at once. */

  private final PwrOrder order;
  private final PwrContexts contexts;
  private final PwrLimits limits;
  private final PwrPairs pairs;
  private final PwrRows rows = new PwrRows();
  private long[][] lastWriteClock = new long[0][]; // by variable

  // The access at hand, set before its variable's rows are walked.
  private int variable;
  private int thread;
  private long time;
  private long site;
  private boolean writes;

  PwrAccesses(PwrOrder order, PwrLimits limits, PwrPairs pairs) {
    this.order = order;
    this.contexts = order.contexts();
    this.limits = limits;
    this.pairs = pairs;
  }

  void read(int ofVariable, int byThread, long at, int location, boolean atomic) {
    begin(ofVariable, byThread, at, location, atomic, false);
    readFromLastWrite();
    race(writesOf(variable), false);
    boolean dominating = supersedeReads();
    keep(readsOf(variable), dominating);
    trim(readsOf(variable));
  }

  void write(int ofVariable, int byThread, long at, int location, boolean atomic) {
    begin(ofVariable, byThread, at, location, atomic, true);
    boolean dominating = race(writesOf(variable), true);
    race(readsOf(variable), true);
    keep(writesOf(variable), dominating);
    trim(writesOf(variable));
    trim(readsOf(variable));
    long[] clock = order.giveClock(thread, time);
    if (lastWriteClock[variable] != clock) {
      lastWriteClock[variable] = clock;
    }
  }

  private void begin(int x, int t, long at, int location, boolean atomic, boolean isWrite) {
    if (x >= lastWriteClock.length) {
      int length = lastWriteClock.length;
      lastWriteClock = Arrays.copyOf(lastWriteClock, Math.max(x + 1, length + (length >> 1)));
      rows.ensureRow(readsOf(lastWriteClock.length - 1));
    }
    variable = x;
    thread = t;
    time = at;
    site = PwrSite.of(location, order.context(t), atomic);
    writes = isWrite;
  }

  private static int writesOf(int variable) {
    return variable * 2;
  }

  private static int readsOf(int variable) {
    return variable * 2 + 1;
  }

  /** Joins the clock of the last write; the two race if nothing else orders them. */
  private void readFromLastWrite() {
    int row = writesOf(variable);
    int last = rows.size(row) - 1;
    if (last < 0) {
      return;
    }
    long written = rows.site(row, last);
    long writtenAt = rows.time(row, last);
    int writer = contexts.thread(PwrSite.context(written));
    if (order.readFrom(thread, writer, writtenAt, lastWriteClock[variable])) {
      report(writtenAt, written, true);
    }
  }

  /**
   * Reports the accesses in a row that race with the one at hand.
   *
   * @return whether all of them are ordered before it
   */
  private boolean race(int row, boolean supersedes) {
    long[] known = order.clock(thread);
    boolean allOrdered = true;
    for (int i = rows.size(row) - 1; i >= 0; i--) {
      long earlier = rows.site(row, i);
      int other = contexts.thread(PwrSite.context(earlier));
      long at = rows.time(row, i);
      if (other == thread || other < known.length && known[other] >= at) {
        if (supersedes) {
          rows.supersede(row, i);
        }
        if (rows.isDominating(row, i)) {
          return allOrdered;
        }
      } else {
        allOrdered = false;
        report(at, earlier, row == writesOf(variable));
      }
    }
    return allOrdered;
  }

  /** Two reads never race: only notes which earlier reads this one is ordered after. */
  private boolean supersedeReads() {
    int row = readsOf(variable);
    long[] known = order.clock(thread);
    boolean allOrdered = true;
    for (int i = rows.size(row) - 1; i >= 0; i--) {
      int other = contexts.thread(PwrSite.context(rows.site(row, i)));
      if (other == thread || other < known.length && known[other] >= rows.time(row, i)) {
        rows.supersede(row, i);
        if (rows.isDominating(row, i)) {
          return allOrdered;
        }
      } else {
        allOrdered = false;
      }
    }
    return allOrdered;
  }

  private void report(long at, long earlier, boolean earlierWrites) {
    boolean bothAtomic = PwrSite.isAtomic(earlier) && PwrSite.isAtomic(site);
    int context = PwrSite.context(earlier);
    if (!bothAtomic && !contexts.protect(context, PwrSite.context(site))) {
      boolean observed = order.isObservedUnordered(contexts.thread(context), at, thread);
      pairs.pair(variable, at, earlier, earlierWrites, time, site, writes, observed);
    }
  }

  private void keep(int row, boolean dominating) {
    if (!limits.keepsEveryAccess() && PwrSite.location(site) != EventSink.NO_LOCATION) {
      int same = rows.find(row, site);
      if (same >= 0) {
        rows.remove(row, same);
      }
    }
    rows.append(row, time, site, dominating);
  }

  private void trim(int row) {
    if (!limits.keepsEveryAccess()) {
      rows.trim(row, limits.edges());
    }
  }
}

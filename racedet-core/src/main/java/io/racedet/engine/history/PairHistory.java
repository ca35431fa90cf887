package io.racedet.engine.history;

import io.racedet.clock.Clock;
import io.racedet.clock.LockContexts;
import io.racedet.engine.order.AccessOrder;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/** The accesses of every variable, and which of them race. */
final class PairHistory {
  /* RW(x) and edges(x) of [1], for the reads and for the writes of x apart. RW(x) is the newest
   * access and the others that no later one of the same kind is ordered after, at most one of a
   * thread; edges(x) is what was superseded so, in the order of time. Of two edges e < f < g only
   * the nodes are kept: following the edges backwards from a pair in conc(x) is walking back through
   * the superseded accesses, and a branch ends at one that is ordered if all older ones were ordered
   * before it already ("dominating"; the others are marked). So the second pass happens at once,
   * and nobody keeps conc(x), evt or the clocks of accesses.
   *
   * Most accesses are ordered after a newest one that dominates. Then there is nothing to report,
   * and RW(x) is that one alone.
   *
   * Appendix G of [1]: G.2, read-read pairs are not kept and a read does not supersede a write. A
   * write supersedes reads where no edges are kept; otherwise they wait for a later read, which costs
   * an access a thread, and no edge. G.3, aggressive filtering: pairs are checked when they are
   * reached, those under a common lock are passed over, and a walk ends at an ordered one. G.1 and
   * G.4 are about sections: see PwrOrder.
   *
   * [1] Sulzmann, Stadtmueller. Efficient, near complete and often sound hybrid dynamic data race
   *     prediction. MPLR 2020. */

  private static final int WORDS = 8; // of a variable
  private static final int WRITES = 0;
  private static final int READS = 4;
  // Each: epoch of the newest, 0 for none, marked unless all older ones are ordered before it;
  // its place; the others in RW(x); edges(x)
  private static final int DETAIL = 1;
  private static final int OTHERS = 2;
  private static final int EDGES = 3;

  private static final long MARK = PairRows.MARK;
  // Edges too many are removed many at a time: 64 fill a block where the limit is 25.
  private static final int SLACK = 14;
  private static final int NOBODY = -1;

  private final AccessOrder order;
  private final boolean checksFirst;
  private final PairLimits limits;
  private final LockContexts contexts;
  private final RaceSink races;
  private final long mostEdges; // of a kind, before those too many are removed
  private final PairRows rows = new PairRows();
  private final VariableWords variables = new VariableWords(WORDS);
  private Clock[] lastWriteClock = new Clock[0]; // by variable

  // The access at hand.
  private int variable;
  private int thread = NOBODY;
  private long epoch;
  private long detail;
  private Clock known; // what its thread knows
  private boolean given; // that clock may be kept

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
    mostEdges = 2L * limits.edges() + SLACK;
    this.contexts = contexts;
    this.races = races;
  }

  /** Brings what a block is about near. */
  void touch(EventBlock block) {
    variables.touch(block);
  }

  /** Clocks may have moved. */
  void forgetClock() {
    thread = NOBODY;
  }

  /** Takes a read; the place says whether it is atomic by itself. */
  void read(int ofVariable, int byThread, long index, long where) {
    int base = begin(ofVariable, byThread, index, where);
    long[] s = variables.words();
    long write = s[base + WRITES];
    if (write < 0 || isUnordered(write)) {
      checkRead(base, write);
    }
    keep(base + READS);
  }

  /** Takes a write; the place says whether it is atomic by itself. */
  void write(int ofVariable, int byThread, long index, long where) {
    int base = begin(ofVariable, byThread, index, where);
    long[] s = variables.words();
    if (isAfterAll(s[base + WRITES]) && isAfterAll(s[base + READS])) {
      if (limits.edges() == 0) {
        s[base + READS] = 0;
      }
    } else {
      race(base + WRITES, RaceKind.WRITE_WRITE);
      race(base + READS, RaceKind.READ_WRITE);
      if (limits.edges() == 0) {
        dropOrdered(base + READS);
      }
    }
    keep(base + WRITES);
    noteLastWrite();
  }

  private int begin(int ofVariable, int byThread, long index, long where) {
    if (byThread != thread) {
      thread = byThread;
      takeClock();
    }
    variable = ofVariable;
    epoch = Epoch.of(byThread, index);
    detail = where;
    return variables.base(ofVariable);
  }

  private void takeClock() {
    known = order.clock(thread);
    given = false;
  }

  private void noteLastWrite() {
    if (!given) {
      known = order.snapshot(thread, Epoch.index(epoch));
      given = true;
    }
    if (variable >= lastWriteClock.length) {
      lastWriteClock = ObjectArrays.grow(lastWriteClock, variable + 1);
    }
    if (lastWriteClock[variable] != known) {
      lastWriteClock[variable] = known;
    }
  }

  private void checkRead(int base, long lastWrite) {
    if (checksFirst) {
      race(base + WRITES, RaceKind.WRITE_READ);
      readFrom(lastWrite & ~MARK);
    } else {
      if (readFrom(lastWrite & ~MARK)) {
        report(lastWrite & ~MARK, variables.words()[base + WRITES + DETAIL], RaceKind.WRITE_READ);
      }
      race(base + WRITES, RaceKind.WRITE_READ);
    }
  }

  /** Joins the clock of the last write; returns whether there is one that nothing else orders. */
  private boolean readFrom(long write) {
    if (!isUnordered(write)) {
      return false;
    }
    int writer = Epoch.thread(write);
    boolean alone = order.readFrom(thread, writer, Epoch.index(write), lastWriteClock[variable]);
    takeClock();
    return alone;
  }

  /**
   * Whether all accesses of a kind are ordered before the one at hand, as far as one look shows.
   */
  private boolean isAfterAll(long newest) {
    return newest >= 0 && !isUnordered(newest);
  }

  /** Whether an access, or none, is unordered with the thread's present. */
  private boolean isUnordered(long earlier) {
    int other = Epoch.thread(earlier) & EventBlock.MAX_THREAD;
    return other != thread && known.known(other) < Epoch.index(earlier);
  }

  /** Reports the accesses of a kind that race with the one at hand. */
  private void race(int at, RaceKind kind) {
    long[] s = variables.words();
    long newest = s[at];
    if (isAfterAll(newest)) {
      return;
    }
    boolean any = raceOne(newest, s[at + DETAIL], kind);
    long others = s[at + OTHERS];
    for (int i = PairRows.size(others) - 1; i >= 0; i--) {
      any |= raceOne(rows.epoch(others, i), rows.detail(others, i), kind);
    }
    if (!any) {
      return; // what they supersede is ordered before them
    }
    long edges = s[at + EDGES];
    if (edges != 0 && !limits.keepsEveryAccess()) {
      edges = rows.compact(edges, limits.edges());
      s[at + EDGES] = edges;
    }
    for (int i = PairRows.size(edges) - 1; i >= 0; i--) {
      long earlier = rows.epoch(edges, i);
      if (!raceOne(earlier, rows.detail(edges, i), kind) && earlier >= 0) {
        return;
      }
    }
  }

  private boolean raceOne(long earlier, long earlierDetail, RaceKind kind) {
    if (!isUnordered(earlier)) {
      return false;
    }
    report(earlier & ~MARK, earlierDetail, kind);
    return true;
  }

  private void report(long earlier, long earlierDetail, RaceKind kind) {
    boolean bothAtomic = AccessContext.isAtomic(earlierDetail) && AccessContext.isAtomic(detail);
    if (bothAtomic
        || contexts.protect(AccessContext.context(earlierDetail), AccessContext.context(detail))) {
      return;
    }
    long at = Epoch.index(earlier);
    boolean ordered = order.happensBefore(Epoch.thread(earlier), at, thread);
    races.race(variable, kind, ordered, at, earlierDetail, Epoch.index(epoch), detail);
  }

  /** Makes the access at hand the newest one of its kind. */
  private void keep(int at) {
    long[] s = variables.words();
    long newest = s[at];
    boolean afterAll = true;
    if (isAfterAll(newest)) {
      if (newest != 0) {
        supersede(at, newest, s[at + DETAIL]);
      }
    } else {
      afterAll = supersedeOthers(at);
      if (isUnordered(newest)) {
        s[at + OTHERS] = rows.append(s[at + OTHERS], newest | MARK, s[at + DETAIL]);
        afterAll = false;
      } else {
        supersede(at, newest, s[at + DETAIL]);
      }
    }
    s[at] = afterAll ? epoch : epoch | MARK;
    s[at + DETAIL] = detail;
  }

  private boolean supersedeOthers(int at) {
    long[] s = variables.words();
    long others = s[at + OTHERS];
    for (int i = PairRows.size(others) - 1; i >= 0; i--) {
      long earlier = rows.epoch(others, i);
      if (!isUnordered(earlier)) {
        supersede(at, earlier, rows.detail(others, i));
        others = rows.remove(others, i);
      }
    }
    s[at + OTHERS] = others;
    return others == 0;
  }

  /** Makes an access an edge, unless the one at hand is from the same site. */
  private void supersede(int at, long earlier, long earlierDetail) {
    long[] s = variables.words();
    if (limits.keepsEveryAccess()) {
      s[at + EDGES] = rows.insert(s[at + EDGES], earlier, earlierDetail);
      return;
    }
    if (limits.edges() == 0 || earlierDetail == detail && hasSite(detail)) {
      return;
    }
    long edges = rows.insert(s[at + EDGES], earlier, earlierDetail);
    if (PairRows.size(edges) > mostEdges) {
      edges = rows.compact(edges, limits.edges());
    }
    s[at + EDGES] = edges;
  }

  private static boolean hasSite(long detail) {
    return AccessContext.location(detail) != EventSink.NO_LOCATION;
  }

  /** Forgets the accesses of a kind that are ordered before the one at hand. */
  private void dropOrdered(int at) {
    long[] s = variables.words();
    supersedeOthers(at);
    if (!isUnordered(s[at])) {
      long others = s[at + OTHERS];
      int last = PairRows.size(others) - 1;
      if (last < 0) {
        s[at] = 0;
      } else {
        s[at] = rows.epoch(others, last) | MARK;
        s[at + DETAIL] = rows.detail(others, last);
        s[at + OTHERS] = rows.remove(others, last);
      }
    }
  }
}

package io.racedet.engine.pair;

import io.racedet.clock.Clock;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.order.AccessOrder;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import java.util.BitSet;

/** The access history of every variable, and the search for races in it. */
final class PairHistory {
  /* RW(x) and edges(x) of [1], separately for the reads and for the writes of x. RW(x) is the
   * newest access and the others that no later one of the same kind is ordered after, at most one
   * for each thread; edges(x) has the superseded ones, in the order of time. Of two edges e < f < g
   * only the nodes are kept: following the edges backwards from a pair in conc(x) is a walk back
   * through the superseded accesses, and a branch ends at an ordered access before which all older
   * ones were already ordered ("dominating"; the others are marked). So the second pass happens
   * immediately, and conc(x), evt and the clocks of accesses are not kept.
   *
   * Most accesses are ordered after a newest one that dominates. Then there is nothing to report,
   * and RW(x) consists of that one.
   *
   * Appendix G of [1]: G.2, read-read pairs are not kept and a read does not supersede a write. A
   * write supersedes reads where no edges are kept; otherwise they stay until a later read, which
   * costs one access for each thread, and no edge. G.3, aggressive filtering: pairs are checked
   * when they are reached, those under a common lock are skipped, and a walk ends at an ordered
   * one. G.1 and G.4 are about critical sections: see PwrOrder.
   *
   * [1] Sulzmann, Stadtmueller. Efficient, near complete and often sound hybrid dynamic data race
   *     prediction. MPLR 2020. */

  private static final int WRITES = PairStates.WRITES;
  private static final int READS = PairStates.READS;
  private static final int DETAIL = PairStates.DETAIL;
  private static final int OTHERS = PairRest.OTHERS;
  private static final int EDGES = PairRest.EDGES;

  private static final long MARK = PairRows.MARK;
  private static final int NOBODY = -1;

  private final AccessOrder order;
  private final boolean checksFirst;
  private final PairLimits limits;
  private final LockContexts contexts;
  private final RaceSink races;
  private final PairRows rows = new PairRows();
  private final PairRest rest = new PairRest(rows);
  private final PairStates states = new PairStates(rest);
  private final PairSegments segments = new PairSegments(states, rest, rows);
  private final PairState state = new PairState(states, rest, rows);
  private final SegmentCheck check;
  private long lacking;

  // The current access.
  private int thread = NOBODY;
  private long epoch;
  private long detail;
  private Clock known; // the clock of its thread
  private boolean given; // whether the clock is a snapshot

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
    check = new SegmentCheck(rest, rows, contexts);
  }

  /** What there is beside the newest accesses. */
  PairRest rest() {
    return rest;
  }

  /** The variables that are in segments. */
  PairSegments segments() {
    return segments;
  }

  /** Loads the state of the variables of a block into the cache. */
  void touch(EventBlock block) {
    states.touch(block);
  }

  /** Drops the cached clock, which may have changed. */
  void forgetClock() {
    thread = NOBODY;
  }

  /** Forgets a variable. */
  void forget(int ofVariable) {
    states.clear(ofVariable);
  }

  /** Marks the contexts of all accesses to variables that are in no segment. */
  void markContexts(BitSet live) {
    states.markContexts(live);
  }

  /* Where the last write and the last read are known to be after all others, and the current access
   * after both, there is no race. If it also has the site of the one that it supersedes, it takes a
   * few comparisons. */

  /** Processes a read, plain or atomic. */
  void read(int ofVariable, int byThread, long index, long where) {
    begin(byThread, index, where);
    int at = states.base(ofVariable);
    long[] w = states.words();
    long write = w[at + WRITES];
    long read = w[at + READS];
    if ((write | read) >= 0 && !(isUnordered(write) | isUnordered(read))) {
      long readDetail = w[at + READS + DETAIL];
      if (read != 0 && needsEdge(readDetail == where)) {
        state.select(ofVariable);
        addEdge(READS, read, readDetail);
      }
      w[at + READS] = epoch;
      w[at + READS + DETAIL] = where;
      return;
    }
    state.select(ofVariable);
    read();
  }

  /** Processes a write, plain or atomic. */
  void write(int ofVariable, int byThread, long index, long where) {
    begin(byThread, index, where);
    int at = states.base(ofVariable);
    long[] w = states.words();
    long write = w[at + WRITES];
    long read = w[at + READS];
    if ((write | read) >= 0 && !(isUnordered(write) | isUnordered(read))) {
      long writeDetail = w[at + WRITES + DETAIL];
      if (write != 0 && needsEdge(writeDetail == where)) {
        state.select(ofVariable);
        addEdge(WRITES, write, writeDetail);
      }
      w[at + WRITES] = epoch;
      w[at + WRITES + DETAIL] = where;
      if (limits.edges() == 0) {
        w[at + READS] = 0;
      }
    } else {
      state.select(ofVariable);
      write();
    }
    states.noteClock(ofVariable, snapshot(index));
  }

  /**
   * Processes an access to each variable of a segment, if it is the same step for each of them.
   *
   * @param where the detail word, with the direction of the walk
   */
  boolean accessAll(boolean isWrite, PairSegment segment, int byThread, long index, long where) {
    begin(byThread, index, where);
    if (!check.isOneStep(isWrite, segment, byThread, known, where)) {
      return false;
    }
    state.select(segment);
    if (isWrite) {
      write();
      int last = segment.length() - 1;
      segment.clock = snapshot(Math.min(index, PairSegment.shifted(index, where, last)));
    } else {
      read();
    }
    return true;
  }

  private void read() {
    long write = state.epoch(WRITES);
    if (write < 0 || isUnordered(write)) {
      checkRead(write);
    }
    keep(READS);
  }

  private void write() {
    if (isAfterAll(state.epoch(WRITES)) && isAfterAll(state.epoch(READS))) {
      if (limits.edges() == 0) {
        state.drop(READS);
      }
    } else {
      race(WRITES, RaceKind.WRITE_WRITE);
      race(READS, RaceKind.READ_WRITE);
      if (limits.edges() == 0) {
        dropOrdered(READS);
      }
    }
    keep(WRITES);
  }

  private void begin(int byThread, long index, long where) {
    if (byThread != thread) {
      thread = byThread;
      takeClock();
    }
    epoch = Epoch.of(byThread, index);
    detail = where;
  }

  private void takeClock() {
    known = order.clock(thread);
    given = false;
  }

  private Clock snapshot(long time) {
    if (!given) {
      known = order.snapshot(thread, time);
      given = true;
    }
    return known;
  }

  private void checkRead(long lastWrite) {
    if (checksFirst) {
      race(WRITES, RaceKind.WRITE_READ);
      readFrom(lastWrite & ~MARK);
    } else {
      if (readFrom(lastWrite & ~MARK)) {
        report(lastWrite & ~MARK, state.detail(WRITES), RaceKind.WRITE_READ);
      }
      race(WRITES, RaceKind.WRITE_READ);
    }
  }

  /** Joins the clock of the last write; returns whether there is one and nothing else orders it. */
  private boolean readFrom(long write) {
    if (!isUnordered(write)) {
      return false;
    }
    int writer = Epoch.thread(write);
    boolean alone = order.readFrom(thread, writer, Epoch.index(write), state.clock());
    takeClock();
    return alone;
  }

  /**
   * Whether all accesses of a kind are known from the newest one to be ordered before the current
   * access.
   */
  private boolean isAfterAll(long newest) {
    return newest >= 0 && !isUnordered(newest);
  }

  /** Whether an access is unordered with the thread's present; false for none. */
  private boolean isUnordered(long earlier) {
    int other = Epoch.thread(earlier) & EventBlock.MAX_THREAD;
    return other != thread && known.known(other) < Epoch.index(earlier);
  }

  /** Reports the accesses of a kind that race with the current one. */
  private void race(int kind, RaceKind as) {
    long newest = state.epoch(kind);
    if (isAfterAll(newest)) {
      return;
    }
    boolean any = raceOne(newest, state.detail(kind), as);
    long others = state.row(kind + OTHERS);
    for (int i = PairRows.size(others) - 1; i >= 0; i--) {
      any |= raceOne(rows.epoch(others, i), rows.detail(others, i), as);
    }
    if (!any) {
      return; // the accesses that they superseded are ordered before them
    }
    long edges =
        limits.keepsEveryAccess()
            ? state.row(kind + EDGES)
            : state.limitEdges(kind, limits.edges());
    for (int i = PairRows.size(edges) - 1; i >= 0; i--) {
      long earlier = rows.epoch(edges, i);
      if (!raceOne(earlier, rows.detail(edges, i), as) && earlier >= 0) {
        return;
      }
    }
    if (state.isIncomplete(kind)) {
      lacking += state.count();
    }
  }

  /** How often an access may also race with superseded ones that were dropped. */
  long lacking() {
    return lacking;
  }

  /** How many words there are in rows. */
  int room() {
    return rows.room();
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
    races.race(state.variable(), kind, ordered, at, earlierDetail, Epoch.index(epoch), detail);
  }

  /** Makes the current access the newest one of its kind. */
  private void keep(int kind) {
    long newest = state.epoch(kind);
    boolean afterAll = true;
    if (isAfterAll(newest)) {
      if (newest != 0) {
        supersede(kind, newest, state.detail(kind));
      }
    } else {
      afterAll = supersedeOthers(kind);
      if (isUnordered(newest)) {
        long others = state.row(kind + OTHERS);
        state.setRow(kind + OTHERS, rows.append(others, newest | MARK, state.detail(kind)));
        afterAll = false;
      } else {
        supersede(kind, newest, state.detail(kind));
      }
    }
    state.set(kind, afterAll ? epoch : epoch | MARK, detail);
  }

  private boolean supersedeOthers(int kind) {
    long others = state.row(kind + OTHERS);
    for (int i = PairRows.size(others) - 1; i >= 0; i--) {
      long earlier = rows.epoch(others, i);
      if (!isUnordered(earlier)) {
        supersede(kind, earlier, rows.detail(others, i));
        others = rows.remove(others, i);
      }
    }
    state.setRow(kind + OTHERS, others);
    return others == 0;
  }

  /**
   * Makes an access an edge, unless the current one has the same detail word and a known location.
   */
  private void supersede(int kind, long earlier, long earlierDetail) {
    if (needsEdge(state.isSameSite(earlierDetail, detail))) {
      addEdge(kind, earlier, earlierDetail);
    }
  }

  private void addEdge(int kind, long earlier, long earlierDetail) {
    if (limits.keepsEveryAccess()) {
      long edges = state.row(kind + EDGES);
      state.setRow(kind + EDGES, rows.insert(edges, earlier, earlierDetail));
    } else {
      state.addEdge(kind, earlier, earlierDetail, limits.edges());
    }
  }

  /** Whether an access must be kept that the current one, of the same site or not, supersedes. */
  private boolean needsEdge(boolean isSameSite) {
    boolean isRepeated = isSameSite && AccessContext.location(detail) != EventSink.NO_LOCATION;
    return limits.keepsEveryAccess() || limits.edges() > 0 && !isRepeated;
  }

  /** Drops the accesses of a kind that are ordered before the current one. */
  private void dropOrdered(int kind) {
    supersedeOthers(kind);
    if (!isUnordered(state.epoch(kind))) {
      long others = state.row(kind + OTHERS);
      int last = PairRows.size(others) - 1;
      if (last < 0) {
        state.drop(kind);
      } else {
        state.set(kind, rows.epoch(others, last) | MARK, rows.detail(others, last));
        state.setRow(kind + OTHERS, rows.remove(others, last));
      }
    }
  }
}

package io.racedet.engine.history;

import io.racedet.clock.Clock;
import io.racedet.engine.order.AccessOrder;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
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

  private static final int WORDS = 8; // for each variable
  private static final int WRITES = 0;
  private static final int READS = 4;
  // For each kind: the epoch of the newest access, 0 for none, marked unless all older ones are
  // ordered before it;
  // its detail word; the others in RW(x); edges(x).
  private static final int DETAIL = 1;
  private static final int OTHERS = 2;
  private static final int EDGES = 3;

  private static final long MARK = PairRows.MARK;
  // Edges beyond the limit are removed in batches: with a limit of 25, when 64 fill a block.
  private static final int SLACK = 14;
  private static final int NOBODY = -1;

  private final AccessOrder order;
  private final boolean checksFirst;
  private final PairLimits limits;
  private final LockContexts contexts;
  private final RaceSink races;
  private final long mostEdges; // of a kind, before the excess is removed
  private final PairRows rows = new PairRows();
  private final VariableWords variables = new VariableWords(WORDS);
  private Clock[] lastWriteClock = new Clock[0]; // by variable
  private final IntOpenHashSet incomplete = new IntOpenHashSet(); // positions of truncated edges
  private long lacking;

  // The current access.
  private int variable;
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
    mostEdges = 2L * limits.edges() + SLACK;
    this.contexts = contexts;
    this.races = races;
  }

  /** Loads the state of the variables of a block into the cache. */
  void touch(EventBlock block) {
    variables.touch(block);
  }

  /** Drops the cached clock, which may have changed. */
  void forgetClock() {
    thread = NOBODY;
  }

  /** Forgets a variable. */
  void forget(int ofVariable) {
    int base = variables.base(ofVariable);
    long[] s = variables.words();
    for (int at = base; at < base + WORDS; at += READS) {
      rows.release(s[at + OTHERS]);
      rows.release(s[at + EDGES]);
      incomplete.remove(at);
    }
    variables.clear(ofVariable);
    if (ofVariable < lastWriteClock.length) {
      lastWriteClock[ofVariable] = null;
    }
  }

  /** Marks the contexts of all accesses. */
  void markContexts(BitSet live) {
    long[] s = variables.words();
    for (int at = 0; at < s.length; at += READS) {
      if (s[at] != 0) {
        live.set(AccessContext.context(s[at + DETAIL]));
      }
      rows.markContexts(s[at + OTHERS], live);
      rows.markContexts(s[at + EDGES], live);
    }
  }

  /** Processes a read, plain or atomic. */
  void read(int ofVariable, int byThread, long index, long where) {
    int base = begin(ofVariable, byThread, index, where);
    long[] s = variables.words();
    long write = s[base + WRITES];
    if (write < 0 || isUnordered(write)) {
      checkRead(base, write);
    }
    keep(base + READS);
  }

  /** Processes a write, plain or atomic. */
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

  /** Joins the clock of the last write; returns whether there is one and nothing else orders it. */
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
      return; // the accesses that they superseded are ordered before them
    }
    long edges = s[at + EDGES];
    if (edges != 0 && !limits.keepsEveryAccess()) {
      edges = compact(at, edges);
      s[at + EDGES] = edges;
    }
    for (int i = PairRows.size(edges) - 1; i >= 0; i--) {
      long earlier = rows.epoch(edges, i);
      if (!raceOne(earlier, rows.detail(edges, i), kind) && earlier >= 0) {
        return;
      }
    }
    if (incomplete.contains(at)) {
      lacking++;
    }
  }

  /** How often an access may also race with superseded ones that were dropped. */
  long lacking() {
    return lacking;
  }

  /** How many words there are for accesses beside the newest ones. */
  int room() {
    return rows.room();
  }

  private long compact(int at, long edges) {
    long fewer = rows.compact(edges, limits.edges());
    if (rows.lost()) {
      incomplete.add(at);
    }
    return fewer;
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

  /** Makes the current access the newest one of its kind. */
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

  /**
   * Makes an access an edge, unless the current one has the same detail word and a known location.
   */
  private void supersede(int at, long earlier, long earlierDetail) {
    long[] s = variables.words();
    if (limits.keepsEveryAccess()) {
      s[at + EDGES] = rows.insert(s[at + EDGES], earlier, earlierDetail);
      return;
    }
    if (limits.edges() == 0 || earlierDetail == detail && hasLocation(detail)) {
      return;
    }
    long edges = rows.insert(s[at + EDGES], earlier, earlierDetail);
    if (PairRows.size(edges) > mostEdges) {
      edges = compact(at, edges);
    }
    s[at + EDGES] = edges;
  }

  private static boolean hasLocation(long detail) {
    return AccessContext.location(detail) != EventSink.NO_LOCATION;
  }

  /** Drops the accesses of a kind that are ordered before the current one. */
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

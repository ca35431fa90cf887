package io.racedet.engine.catalogue;

import io.racedet.clock.Clock;
import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.AccessTable;
import io.racedet.engine.history.AtomicAccesses;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.history.VariableWords;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.JoinEdges;
import io.racedet.engine.segment.Segment;
import io.racedet.engine.segment.Segments;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import java.util.BitSet;

/**
 * Happens-before detector that keeps one read and one write of a variable as long as its reads are
 * ordered. Not thread-safe.
 */
final class FastTrack implements Engine {
  /* W_x, R_x: the last write, and the last read as long as all reads since W_x are ordered;
   * otherwise R_x names a row with the last read of each thread. Rule names below are the paper's.
   *
   * Deviations: the local time of a thread is the index of its event, so that same-epoch rules
   * become same-thread rules and no step is needed after a release. Atomic accesses race with plain
   * ones only and therefore replace none of them: they have rows of their own, which a plain write
   * clears.
   *
   * A walk over variables with one state, which is a segment, is one step where it does not race;
   * otherwise its accesses are taken one by one.
   *
   * [1] Flanagan, Freund. FastTrack: efficient and precise dynamic race detection. PLDI 2009.
   * [2] Wilcox, Flanagan, Freund. VerifiedFT. PPoPP 2018 (the rules called FastTrack 2). */
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "fasttrack",
          "happens-before",
          1,
          EngineClaims.Soundness.FIRST_RACE,
          EngineClaims.Exactness.FIRST_RACE_OF_VARIABLE,
          "O(n), O(T) for sync operations and for writes after unordered reads",
          "O(variables + T (T + locks))",
          "Flanagan, Freund: FastTrack, PLDI 2009");

  private static final int W_TIME = 0;
  private static final int R_TIME = 2; // negative: ~r is the row of the reads
  private static final int DETAIL = 1; // after the time

  private static final int NONE = -1;

  private final HappensBefore hb;
  private final RaceSink races;
  private final VariableWords state = new VariableWords(Segments.WORDS);
  private final AccessTable reads = new AccessTable();
  private final AtomicAccesses atomics = new AtomicAccesses();
  private final Segments segments = new Segments(state, reads, atomics);
  private Clock clock; // of the current thread

  FastTrack(EngineSetup setup) {
    hb = new HappensBefore(JoinEdges.of(setup, EdgeRule.SYNCHRONIZATION));
    races = setup.races();
  }

  @Override
  public boolean forgets() {
    return true;
  }

  @Override
  public void forget(Operand space, int id) {
    if (space != Operand.VARIABLE) {
      hb.forget(space, id);
      return;
    }
    segments.extract(id);
    if (state.isUsed(id)) {
      long read = state.words()[state.base(id) + R_TIME];
      if (read < 0) {
        reads.release((int) ~read);
      }
      state.release(id);
    }
    atomics.clear(id);
  }

  @Override
  public void markContexts(BitSet live) {
    long[] s = state.words();
    for (int at = 0; at < s.length; at += R_TIME) {
      if (s[at] > 0) { // an access, not a row
        live.set(AccessContext.context(s[at + DETAIL]));
      }
    }
    segments.markContexts(live);
    reads.markContexts(live);
    atomics.markContexts(live);
  }

  /** How many rows there are beside the last accesses to each variable. */
  int rows() {
    return reads.inUse() + atomics.rows();
  }

  /** How many segments there are. */
  int segments() {
    return segments.size();
  }

  @Override
  public boolean takesRanges() {
    return true;
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    int size = block.size();
    state.touch(block);
    int i = 0;
    while (i < size) {
      if (EventBlock.isAccess(words[i])) {
        i = accesses(block, i);
      } else {
        long word = words[i];
        int thread = EventBlock.thread(word);
        hb.order(EventBlock.op(word), thread, EventBlock.operand(word), block.indices()[i++]);
      }
    }
  }

  /**
   * Processes the accesses up to the next other event, and returns its position in the block. A
   * separate method, because it is compiled earlier than the whole loop would be.
   */
  private int accesses(EventBlock block, int from) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    boolean areSegments = block.ranges() > 0 || segments.size() > 0;
    int current = NONE; // the thread of the clock
    int i = from;
    for (int size = block.size(); i < size && EventBlock.isAccess(words[i]); i++) {
      long word = words[i];
      int thread = EventBlock.thread(word);
      if (thread != current) {
        current = thread;
        clock = hb.clock(thread);
      }
      int variable = EventBlock.operand(word);
      long epoch = Epoch.of(thread, indices[i]);
      long detail = AccessContext.of(contexts[i], locations[i]);
      if (areSegments) {
        if (EventBlock.isRange(word)) {
          range(EventBlock.firstOf(word), block.walkOf(i), epoch, detail);
          continue;
        }
        segments.extract(variable);
      }
      if (EventBlock.isPlain(word)) {
        access(EventBlock.isWrite(word), variable, thread, epoch, detail);
      } else {
        atomic(EventBlock.op(word), variable, thread, epoch, AccessContext.atomic(detail));
      }
    }
    return i;
  }

  private void range(long word, long walk, long epoch, long detail) {
    boolean isWrite = EventBlock.isWrite(word);
    int first = EventBlock.operand(word);
    int step = Walk.stride(walk);
    int count = Walk.count(walk);
    if (Math.abs(step) != 1 || count < Segments.SHORTEST) {
      for (int i = 0; i < count; i++) {
        segments.extract(first + i * step);
      }
      accesses(isWrite, first, step, count, epoch, detail);
      return;
    }
    for (int done = 0; done < count; ) {
      int variable = first + done * step;
      int run = segments.run(variable, step, count - done);
      if (!segments.contains(variable)) {
        int blanks = segments.blanks(variable, step, run);
        if (blanks >= Segments.SHORTEST) {
          run = blanks;
          segments.add(least(variable, step, run), least(variable, step, run) + run - 1);
        } else {
          run = Math.max(1, blanks);
        }
      }
      if (segments.contains(variable)) {
        segment(isWrite, variable, step, run, epoch + done, detail);
      } else {
        accesses(isWrite, variable, step, run, epoch + done, detail);
      }
      done += run;
    }
    int least = least(first, step, count);
    segments.join(least, least + count - 1);
  }

  private static int least(int variable, int step, int count) {
    return step > 0 ? variable : variable - count + 1;
  }

  private void accesses(
      boolean isWrite, int variable, int step, int count, long epoch, long detail) {
    for (int i = 0; i < count; i++) {
      access(isWrite, variable + i * step, Epoch.thread(epoch), epoch + i, detail);
    }
  }

  /** Processes a walk over variables that are in one segment. */
  private void segment(
      boolean isWrite, int variable, int step, int count, long epoch, long detail) {
    int least = least(variable, step, count);
    Segment segment = segments.cut(least, least + count - 1);
    int thread = Epoch.thread(epoch);
    boolean isShared = segment.isShared();
    if (isUnordered(segment.newestWrite(), thread)
        || isWrite && areReadsUnordered(segment, thread)
        || !isWrite && !segment.isReadInSteps(step) && !isReplaced(segment, thread)) {
      segments.dissolve(segment);
      accesses(isWrite, variable, step, count, epoch, detail);
    } else if (isWrite) {
      if (isShared) {
        reads.release(segment.row());
      }
      segment.write(epoch, detail, step);
    } else if (isShared) {
      reads.put(segment.row(), thread, segment.ofFirst(epoch, step), detail);
    } else if (isReplaced(segment, thread)) {
      segment.read(epoch, detail, step);
    } else {
      int row = reads.acquire();
      reads.put(row, Epoch.thread(segment.read()), segment.read(), segment.readDetail());
      reads.put(row, thread, segment.ofFirst(epoch, step), detail);
      segment.readRow(row, step);
    }
  }

  /** Whether a read takes the place of the reads of a segment. */
  private boolean isReplaced(Segment segment, int thread) {
    return !segment.isShared() && !isUnordered(segment.newestRead(), thread);
  }

  private boolean areReadsUnordered(Segment segment, int thread) {
    if (!segment.isShared()) {
      return isUnordered(segment.newestRead(), thread);
    }
    long[] row = reads.row(segment.row());
    boolean areUnordered = false;
    for (int i = 0; i < row.length && !areUnordered; i += 2) {
      areUnordered = row[i] != 0 && isUnordered(row[i] + segment.laterReads(), thread);
    }
    return areUnordered;
  }

  /* The rules of exclusive reads and writes, without a branch on what is unpredictable: which of
   * the two it is, and whose the previous access was. All others take the slow path. */
  private void access(boolean isWrite, int variable, int thread, long epoch, long detail) {
    int base = state.base(variable);
    long[] s = state.words();
    long read = s[base + R_TIME];
    boolean unordered = isUnordered(s[base + W_TIME], thread) | isUnordered(read, thread);
    if (unordered | read < 0 | atomics.areUsed()) {
      if (isWrite) {
        write(variable, base, thread, epoch, detail);
      } else {
        read(variable, base, thread, epoch, detail);
      }
      return;
    }
    int write = isWrite ? 1 : 0;
    s[base + R_TIME] = epoch & write - 1L; // 0 after a write
    int at = base + R_TIME + (W_TIME - R_TIME) * write;
    s[at] = epoch;
    s[at + DETAIL] = detail;
  }

  private void read(int variable, int base, int thread, long epoch, long detail) {
    long[] s = state.words();
    long write = s[base + W_TIME];
    if (isUnordered(write, thread)) {
      report(variable, RaceKind.WRITE_READ, write, s[base + W_TIME + DETAIL], epoch, detail);
    }
    if (atomics.areUsed()) {
      check(variable, RaceKind.WRITE_READ, atomics.row(variable, true), thread, epoch, detail);
    }
    long last = s[base + R_TIME];
    if (last < 0) { // [read shared]
      reads.put((int) ~last, thread, epoch, detail);
    } else if (isUnordered(last, thread)) { // [read share]
      int row = reads.acquire();
      reads.put(row, Epoch.thread(last), last, s[base + R_TIME + DETAIL]);
      reads.put(row, thread, epoch, detail);
      s[base + R_TIME] = ~(long) row;
    } else { // [read exclusive]
      s[base + R_TIME] = epoch;
      s[base + R_TIME + DETAIL] = detail;
    }
  }

  private void write(int variable, int base, int thread, long epoch, long detail) {
    long[] s = state.words();
    long write = s[base + W_TIME];
    if (isUnordered(write, thread)) {
      report(variable, RaceKind.WRITE_WRITE, write, s[base + W_TIME + DETAIL], epoch, detail);
    }
    checkReads(variable, base, thread, epoch, detail);
    if (atomics.areUsed()) {
      check(variable, RaceKind.WRITE_WRITE, atomics.row(variable, true), thread, epoch, detail);
      check(variable, RaceKind.READ_WRITE, atomics.row(variable, false), thread, epoch, detail);
      atomics.clear(variable);
    }
    if (s[base + R_TIME] < 0) { // [write shared]
      reads.release((int) ~s[base + R_TIME]);
    }
    s[base + R_TIME] = 0;
    s[base + W_TIME] = epoch;
    s[base + W_TIME + DETAIL] = detail;
  }

  private void atomic(Op op, int variable, int thread, long epoch, long detail) {
    int base = state.base(variable);
    long[] s = state.words();
    long write = s[base + W_TIME];
    boolean isWrite = op == Op.ATOMIC_WRITE;
    if (isUnordered(write, thread)) {
      RaceKind kind = RaceKind.of(true, isWrite);
      report(variable, kind, write, s[base + W_TIME + DETAIL], epoch, detail);
    }
    if (isWrite) {
      checkReads(variable, base, thread, epoch, detail);
    }
    atomics.put(variable, isWrite, thread, epoch, detail);
  }

  /** Reports the plain reads that are unordered with a write. */
  private void checkReads(int variable, int base, int thread, long epoch, long detail) {
    long[] s = state.words();
    long last = s[base + R_TIME];
    if (last < 0) {
      check(variable, RaceKind.READ_WRITE, reads.row((int) ~last), thread, epoch, detail);
    } else if (isUnordered(last, thread)) {
      long lastDetail = s[base + R_TIME + DETAIL];
      report(variable, RaceKind.READ_WRITE, last, lastDetail, epoch, detail);
    }
  }

  private void check(int variable, RaceKind kind, long[] row, int thread, long epoch, long detail) {
    for (int i = next(row, 0, thread); i != NONE; i = next(row, Epoch.index(row[i]), thread)) {
      report(variable, kind, row[i], row[i + 1], epoch, detail);
    }
  }

  /** The first access of a row after an event that is unordered with the thread's present. */
  private int next(long[] row, long after, int thread) {
    int first = NONE;
    for (int i = 0; i < row.length; i += 2) {
      if (isUnordered(row[i], thread)
          && Epoch.index(row[i]) > after
          && (first == NONE || Epoch.index(row[i]) < Epoch.index(row[first]))) {
        first = i;
      }
    }
    return first;
  }

  /**
   * Whether an access is unordered with the thread's present; false for no access, which has time
   * 0.
   */
  private boolean isUnordered(long earlier, int thread) {
    int other = Epoch.thread(earlier) & EventBlock.MAX_THREAD; // in range even if a row is meant
    return other != thread & clock.known(other) < Epoch.index(earlier);
  }

  private void report(
      int variable, RaceKind kind, long first, long firstDetail, long epoch, long detail) {
    races.race(variable, kind, false, Epoch.index(first), firstDetail, Epoch.index(epoch), detail);
  }
}

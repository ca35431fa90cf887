package io.racedet.engine.cp;

import io.racedet.clock.Clock;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.AccessTable;
import io.racedet.engine.history.AtomicAccesses;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.history.VariableWords;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.window.WindowAnalysis;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;

/** Reports successive conflicting accesses that causally-precedes leaves unordered, online. */
public final class CpDetector implements Engine, WindowAnalysis {
  /* Raptor [1] keeps, for each access and each acquire that may still matter (an owner), the sets
   * HB, CP and CCP of the threads and locks that it is ordered to, and visits all owners at each
   * acquire and release. Here the sets are inverted. The owners whose HB or CP set contains a
   * thread or lock sigma are downward closed in happens-before, so that two clocks represent them
   * (CpClocks): owner rho of thread u at time t has sigma in HB(rho) iff the first clock of sigma
   * knows u up to t, and in CP(rho) iff the second one does. The first m^j in HB(rho) is the first
   * section of m whose release knows rho (CpHistory). The conditions sigma:n^k in CCP(rho) need no
   * sets at all: sigma comes after the acquire of a section of n whose question is undecided, and k
   * is the first n^k in HB(rho) (CpQuestion, CpQuestions). The sections of a lock are totally
   * ordered, so if the answer to a question is yes for n^k, it is yes for all sections before it,
   * and the answer is one number.
   *
   * Algorithms 1 and 2: access, check, and CpOrder.access. Algorithm 3: CpOrder.acquire. Algorithm
   * 4: CpQuestions.close, where line 4 is raise, and lines 6-7, the transfer of conditions, are
   * dependents: a finished section keeps its question, which depends on others, until no open
   * section can raise the answer. Algorithm 5: CpClocks.release and CpQuestions.decide. Algorithm
   * 6: also decide: a pair of accesses that no open question can order is a race. Algorithm 7:
   * CpReclaim.
   *
   * Deviations: (1) reads with no write after them are checked at once, not at the next write; (2)
   * the first read of a thread after a write is checked against it, the last one against the next
   * write; (3) rule (a) uses a table by lock and variable (CpConflicts), since the sets of replaced
   * owners are gone; (4) a number stands for all sections up to the next one that is kept; (5) the
   * consequences of rule (a) in a section that is still open apply to pairs at once, not from its
   * release on; (6) fork, join, waking and conflicting sync operations are hard edges, over which
   * happens-before flows into CP, instead of artificial critical sections; (7) exclusive and shared
   * sections of a lock, and the latter for each thread, are separate histories, and a section has a
   * question for each history that it excludes; (8) an atomic access is checked against plain ones
   * only and replaces none, but counts for rule (a); (9) sections still open at the end of the
   * trace end there.
   *
   * A race has no effect on later results; in the paper the racing pair is treated as ordered from
   * then on (section 7.1).
   *
   * [1] Roemer, Bond. Online set-based dynamic analysis for sound predictive race detection. 2018.
   * [2] Smaragdakis, Evans, Sadowski, Yi, Flanagan. Sound predictive race detection in polynomial
   *     time. POPL 2012 (the relation). */
  private static final int WORDS = 4;
  private static final int W = 0;
  private static final int R = 2; // an epoch, or ~row if several threads have read
  private static final int DETAIL = 1; // after the epoch
  private static final int NONE = -1;

  /** The default number of finished sections that are kept before the first reclaim. */
  public static final long FEW_SECTIONS = 1 << 16;

  private final HappensBefore observed;
  private final CpReports reports;
  private final CpOrder order;
  private final VariableWords variables = new VariableWords(WORDS);
  private final AccessTable reads = new AccessTable();
  private final AtomicAccesses atomics = new AtomicAccesses();
  private final long fewSections;
  private long enoughSections; // the number of sections at which to reclaim
  private Clock clock; // of the current thread

  /** Starts a trace with the default number of sections. */
  public CpDetector(EngineSetup setup) {
    this(setup, new HappensBefore(), FEW_SECTIONS);
  }

  /**
   * Starts a trace.
   *
   * @param observed happens-before of the trace, for grades; updated by {@link #consume} only
   * @param fewSections how many finished sections are kept before the first reclaim
   */
  public CpDetector(EngineSetup setup, HappensBefore observed, long fewSections) {
    this.observed = observed;
    this.fewSections = fewSections;
    enoughSections = fewSections;
    reports = new CpReports(setup.races());
    order = new CpOrder(setup, reports);
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    int size = block.size();
    variables.touch(block);
    int i = 0;
    while (i < size) {
      if (EventBlock.isAccess(words[i])) {
        i = accesses(block, i);
      } else {
        long word = words[i];
        Op op = EventBlock.op(word);
        int thread = EventBlock.thread(word);
        observed.order(op, thread, EventBlock.operand(word), block.indices()[i]);
        order(op, thread, EventBlock.operand(word), block.indices()[i++]);
      }
    }
  }

  @Override
  public void finish() {
    order.finish();
    report();
  }

  private int accesses(EventBlock block, int from) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    int current = NONE;
    int i = from;
    for (int size = block.size(); i < size && EventBlock.isAccess(words[i]); i++) {
      long word = words[i];
      int thread = EventBlock.thread(word);
      if (thread != current) {
        current = thread;
        clock = order.clock(thread);
      }
      long epoch = Epoch.of(thread, indices[i]);
      long detail = AccessContext.of(contexts[i], locations[i]);
      access(EventBlock.op(word), EventBlock.operand(word), epoch, detail);
    }
    return i;
  }

  @Override
  public void hold(Op op, int thread, int lock, long index) {
    order(op, thread, lock, index);
  }

  @Override
  public void order(Op op, int thread, int operand, long time) {
    order.order(op, thread, operand, time);
    report();
    if (order.clocks.sections() > enoughSections) {
      reclaim();
    }
  }

  /** The order as far as it is known. */
  CpOrder order() {
    return order;
  }

  private void reclaim() {
    CpReclaim reclaim = new CpReclaim(order.clocks);
    long[] s = variables.words();
    for (int base = 0; base < variables.used() * WORDS; base += WORDS) {
      reclaim.owner(s[base + W]);
      if (s[base + R] < 0) {
        reclaim.owners(reads.row((int) ~s[base + R]));
      } else {
        reclaim.owner(s[base + R]);
      }
      if (atomics.areUsed()) {
        reclaim.owners(atomics.row(variables.variable(base), false));
        reclaim.owners(atomics.row(variables.variable(base), true));
      }
    }
    order.addTo(reclaim);
    int growth = reclaim.run() ? 2 : 4;
    enoughSections = Math.max(fewSections, growth * order.clocks.sections());
  }

  /** The number of finished sections that are kept. */
  long sections() {
    return order.clocks.sections();
  }

  /** Processes an access of the current thread. */
  private void access(Op op, int variable, long epoch, long detail) {
    boolean isWrite = op == Op.WRITE || op == Op.ATOMIC_WRITE;
    order.access(Epoch.thread(epoch), variable, isWrite);
    switch (op) {
      case READ -> read(variable, epoch, detail);
      case WRITE -> write(variable, epoch, detail);
      default -> atomic(op == Op.ATOMIC_WRITE, variable, epoch, AccessContext.atomic(detail));
    }
    report();
  }

  private void report() {
    if (!reports.isEmpty()) {
      reports.flush();
    }
  }

  @Override
  public void access(Op op, int thread, int variable, long index, int context, int location) {
    accessOf(op, variable, Epoch.of(thread, index), AccessContext.of(context, location));
  }

  /** Processes an access by any thread. */
  void accessOf(Op op, int variable, long epoch, long detail) {
    clock = order.clock(Epoch.thread(epoch));
    access(op, variable, epoch, detail);
  }

  private void read(int variable, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    int thread = Epoch.thread(epoch);
    long last = s[base + R];
    long mine =
        last < 0 ? reads.epoch((int) ~last, thread) : Epoch.thread(last) == thread ? last : 0;
    if (mine == 0) {
      check(variable, RaceKind.WRITE_READ, s[base + W], s[base + W + DETAIL], epoch, detail);
    }
    if (atomics.areUsed()) {
      check(variable, RaceKind.WRITE_READ, atomics.row(variable, true), mine, epoch, detail);
    }
    if (last < 0) {
      reads.put((int) ~last, thread, epoch, detail);
    } else if (last != 0 && mine == 0) {
      int row = reads.acquire();
      reads.put(row, Epoch.thread(last), last, s[base + R + DETAIL]);
      reads.put(row, thread, epoch, detail);
      s[base + R] = ~(long) row;
    } else {
      s[base + R] = epoch;
      s[base + R + DETAIL] = detail;
    }
  }

  private void write(int variable, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    check(variable, RaceKind.WRITE_WRITE, s[base + W], s[base + W + DETAIL], epoch, detail);
    checkReads(variable, 0, epoch, detail);
    if (atomics.areUsed()) {
      check(variable, RaceKind.WRITE_WRITE, atomics.row(variable, true), 0, epoch, detail);
      check(variable, RaceKind.READ_WRITE, atomics.row(variable, false), 0, epoch, detail);
      atomics.clear(variable);
    }
    if (s[base + R] < 0) {
      reads.release((int) ~s[base + R]);
    }
    s[base + R] = 0;
    s[base + W] = epoch;
    s[base + W + DETAIL] = detail;
  }

  private void atomic(boolean isWrite, int variable, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    int thread = Epoch.thread(epoch);
    long mine = atomics.epoch(variable, isWrite, thread);
    if (mine == 0) {
      RaceKind kind = RaceKind.of(true, isWrite);
      check(variable, kind, s[base + W], s[base + W + DETAIL], epoch, detail);
    }
    if (isWrite) {
      checkReads(variable, mine, epoch, detail);
    }
    atomics.put(variable, isWrite, thread, epoch, detail);
  }

  /** Checks a write against the last read of each thread, if it came after another access. */
  private void checkReads(int variable, long after, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    long last = s[base + R];
    if (last < 0) {
      check(variable, RaceKind.READ_WRITE, reads.row((int) ~last), after, epoch, detail);
    } else if (Epoch.index(last) > Epoch.index(after)) {
      check(variable, RaceKind.READ_WRITE, last, s[base + R + DETAIL], epoch, detail);
    }
  }

  private void check(int variable, RaceKind kind, long[] row, long after, long epoch, long detail) {
    for (int i = 0; i < row.length; i += 2) {
      if (Epoch.index(row[i]) > Epoch.index(after)) {
        check(variable, kind, row[i], row[i + 1], epoch, detail);
      }
    }
  }

  /** Checks two accesses; index 0 is none. */
  private void check(
      int variable, RaceKind kind, long first, long firstDetail, long epoch, long detail) {
    int other = Epoch.thread(first);
    int thread = Epoch.thread(epoch);
    if (other == thread || clock.known(other) >= Epoch.index(first)) {
      return;
    }
    int open = order.questions.findOpenQuestions(other, Epoch.index(first), thread);
    if (open == CpQuestions.ORDERED) {
      return;
    }
    boolean ordered = observed.isBefore(other, Epoch.index(first), thread);
    CpPair pair = new CpPair(variable, kind, ordered, first, firstDetail, epoch, detail);
    if (open == 0) {
      reports.add(pair);
    } else {
      order.questions.await(pair, open);
    }
  }
}

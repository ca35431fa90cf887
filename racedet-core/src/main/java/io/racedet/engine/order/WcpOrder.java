package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import io.racedet.engine.EdgeRule;
import io.racedet.engine.EngineSetup;
import io.racedet.event.Op;
import io.racedet.ids.ObjectPages;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/** Weak causally-precedes, in one pass; or SDP, strong-dependently-precedes, which is weaker. */
public final class WcpOrder extends ClockOrder {
  /* Each thread has two clocks: H, its clock in happens-before (with conflicting sync operations as
   * observed), and P, its clock in the relation itself. An event's time is its index, so the local
   * time needs no step. P gains
   * - of fork, join, sync operations, hand-offs and wakes, all that happens before their source;
   * - at an access, for each lock held, all that happens before the release of an earlier section
   *   with a conflicting access (rule (a));
   * - at a release, all that happens before the release of the newest earlier section of whose
   *   acquire P knows (rule (b); what P knows of a section it knows of the acquire);
   * - at an acquire, what P knew at the last release (composition).
   *
   * Rule (b) does not need a section that is the source of no edge: P is downward closed in
   * happens-before, so it knows a thread up to one of its outgoing edges. If that is after the
   * acquire of such a section, it is not before its release, which P then knows, too. In SDP this
   * does not hold, since delayed edges are not in P.
   *
   * Deviations from [1]: the queue of a lock is one for all threads, see WcpLock; sections are
   * objects whose clocks are shared, not copied for each variable; a thread's own sections do not
   * count. Shared locks, sync operations, hand-offs and wakes are not in [1].
   *
   * SDP differs in conflicts of a write in an earlier section C with a write in a later one. Rule
   * (a) orders the release of C not before the later write, but before its thread's next read of
   * the variable, see SdpReads. Instead rule (b) orders two sections also if the first one's
   * acquire happens before the release of C and the later write before the second one's release;
   * but if the second one has the write inside, only where C is of another lock, see SdpDelays.
   * This is the correction that the authors of [2] made later, reconstructed from the tests of
   * their tool.
   *
   * [1] Kini, Mathur, Viswanathan. Dynamic race prediction in linear time. PLDI 2017.
   * [2] Genc, Roemer, Xu, Bond. Dependence-aware, unbounded sound predictive race detection.
   *     OOPSLA 2019. */
  private final HappensBefore all; // H: with conflicting sync operations as observed
  private final ThreadClocks p;
  private final LocklessOrder hard;
  private HeldSections[] held = new HeldSections[0]; // by thread
  private long[] lastOutgoing = new long[0]; // by thread: its newest event with an outgoing edge
  private final WcpConflicts conflicts;
  private final ObjectPages<WcpLock> locks = new ObjectPages<>(WcpLock::new);
  private final SdpReads reads; // null in WCP
  private final SdpDelays delays; // null in WCP
  private int thread; // of the current event
  private boolean moved; // by the current access
  private int variable; // of the current access
  private OpenSection section; // around the current access
  private final JoinEdges edges; // of P; null if they are not needed

  private WcpOrder(EngineSetup setup, JoinEdges edges, SdpReads reads, SdpDelays delays) {
    super(new ThreadClocks(edges));
    p = clocks;
    this.edges = edges;
    this.reads = reads;
    this.delays = delays;
    conflicts = new WcpConflicts(this::conflict, delays != null);
    all = HappensBefore.asObserved(JoinEdges.of(setup, EdgeRule.HAPPENS_BEFORE));
    hard = new LocklessOrder(p, all.clocks(), true);
  }

  /** Weak causally-precedes. */
  public static WcpOrder wcp(EngineSetup setup) {
    return new WcpOrder(setup, JoinEdges.of(setup, EdgeRule.ORDER), null, null);
  }

  /** Strong-dependently-precedes. */
  public static WcpOrder sdp(EngineSetup setup) {
    return new WcpOrder(
        setup, JoinEdges.of(setup, EdgeRule.ORDER), new SdpReads(), new SdpDelays());
  }

  @Override
  void update(Op op, int byThread, int operand, long time) {
    all.order(op, byThread, operand, time);
    thread = byThread;
    if (thread >= held.length) {
      held = ObjectArrays.grow(held, thread + 1);
      lastOutgoing = LongArrays.grow(lastOutgoing, thread + 1);
    }
    switch (op) {
      case ACQUIRE -> acquire(operand, false, time);
      case ACQUIRE_SHARED -> acquire(operand, true, time);
      case RELEASE -> release(leave(operand, false), time);
      case RELEASE_SHARED -> releaseShared(leave(operand, true), time);
      default -> hard.arrive(op, thread, operand, time);
    }
    hard.leave(op, thread, operand, time);
    if (op != Op.ACQUIRE && op != Op.ACQUIRE_SHARED) {
      lastOutgoing[thread] = time;
    }
  }

  @Override
  public boolean isMovedByAccesses(int byThread) {
    return reads != null || byThread < held.length && held[byThread] != null;
  }

  @Override
  public boolean access(boolean isWrite, int byThread, int ofVariable, long time) {
    thread = byThread;
    variable = ofVariable;
    moved = false;
    if (reads != null && !isWrite) {
      takeAwaited();
    }
    HeldSections sections = byThread < held.length ? held[byThread] : null;
    for (; sections != null; sections = sections.others()) {
      section = sections.innermost();
      conflicts.access(section, ofVariable, isWrite);
    }
    return moved;
  }

  /** Rule (a). */
  private void conflict(OpenSection earlier, boolean bothWrite) {
    if (!bothWrite || delays == null) {
      takeOver(earlier, EdgeRule.CONFLICTING_SECTIONS);
    } else if (p.known(thread, earlier.thread) < earlier.released()) {
      reads.await(thread, variable, earlier);
      delays.delay(section, held[thread], earlier);
    }
  }

  private void takeAwaited() {
    SdpReads.Awaited awaited = reads.take(thread, variable);
    for (; awaited != null; awaited = awaited.others()) {
      takeOver(awaited.earlier(), EdgeRule.CONFLICTING_SECTIONS);
    }
  }

  private void takeOver(OpenSection earlier, EdgeRule because) {
    if (edges != null) {
      edges.rule = because;
    }
    moved |= p.join(thread, earlier.thread, earlier.released(), earlier.clock());
    if (edges != null) {
      edges.rule = EdgeRule.ORDER;
    }
  }

  private void acquire(int id, boolean shared, long time) {
    WcpLock lock = locks.of(id);
    learn(lock.known, lock.delays);
    if (!shared) {
      for (WcpReader reader : lock.readers()) {
        learn(reader.known, reader.delays);
      }
    }
    held[thread] = new HeldSections(new OpenSection(thread, id, shared, time), held[thread]);
  }

  private void learn(Clock known, SdpDelays.Known delayed) {
    if (known != null) {
      p.learn(thread, known);
    }
    if (delayed != null) {
      delays.learn(thread, delayed);
    }
  }

  private void release(OpenSection section, long time) {
    WcpLock lock = locks.get(section.lock);
    Clock delayed = delays == null ? null : delays.countingFor(section);
    take(lock.exclusive, delayed);
    while (takeShared(lock, delayed)) {
      // What is known now may include the acquire of a reader already visited.
    }
    for (WcpReader reader : lock.readers()) {
      reader.known = null; // this release passes it on
      reader.delays = null;
    }
    section.end(time, all.snapshot(thread, time));
    if (isKnownWithoutRelease(section)) {
      lock.exclusive.add(section);
    }
    lock.known = p.snapshot(thread);
    lock.delays = delays == null ? null : delays.snapshot(thread);
  }

  /** Absorbs the sections of all readers; returns whether there was one to absorb. */
  private boolean takeShared(WcpLock lock, Clock delayed) {
    boolean taken = false;
    for (WcpReader reader : lock.readers()) {
      taken |= take(reader.sections, delayed);
    }
    return taken;
  }

  /** Rule (b): absorbs the sections of a queue whose acquires either clock knows. */
  private boolean take(WcpQueue earlier, Clock delayed) {
    boolean taken = take(earlier.takeKnown(thread, p.clock(thread)));
    return delayed == null ? taken : taken | take(earlier.takeKnown(thread, delayed));
  }

  private boolean take(OpenSection newest) {
    if (newest == null) {
      return false;
    }
    takeOver(newest, EdgeRule.ORDERED_SECTIONS);
    return true;
  }

  private void releaseShared(OpenSection section, long time) {
    WcpReader reader = locks.get(section.lock).reader(thread);
    WcpQueue exclusive = locks.get(section.lock).exclusive;
    long passed = exclusive.afterKnown(reader.passed, thread, p.clock(thread));
    if (delays != null) {
      passed = exclusive.afterKnown(passed, thread, delays.countingFor(section));
    }
    if (passed > Math.max(reader.passed, exclusive.head())) {
      takeOver(exclusive.at(passed - 1), EdgeRule.ORDERED_SECTIONS);
    }
    reader.passed = passed;
    section.end(time, all.snapshot(thread, time));
    if (isKnownWithoutRelease(section)) {
      reader.sections.add(section);
    }
    reader.known = p.snapshot(thread);
    reader.delays = delays == null ? null : delays.snapshot(thread);
  }

  /** Whether a thread can come to know the acquire of a section without its release. */
  private boolean isKnownWithoutRelease(OpenSection section) {
    return delays != null || lastOutgoing[section.thread] > section.acquired;
  }

  private OpenSection leave(int lock, boolean shared) {
    OpenSection section = held[thread].find(lock, shared);
    held[thread] = held[thread].without(section);
    return section;
  }

  /** How many finished sections are kept for rule (b). */
  int queued() {
    int kept = 0;
    for (int id = 0; id < locks.end(); id++) {
      WcpLock lock = locks.get(id);
      if (lock != null) {
        kept += lock.exclusive.size();
        kept += lock.readers().stream().mapToInt(reader -> reader.sections.size()).sum();
      }
    }
    return kept;
  }
}

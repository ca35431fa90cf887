package io.racedet.engine.syncp;

import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.window.WindowAnalysis;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.BitSet;

/**
 * Reports the races that a reordering shows which keeps the order of the critical sections of each
 * lock. Not thread-safe.
 */
public final class SyncPreservingDetector implements WindowAnalysis {
  /* Two accesses e, f race iff the closure of what precedes them in their threads holds neither
   * [1]. It never holds f, which is later in the trace than all that e and f need. If it holds e,
   * then that of e and a later access of f's thread does, too. So the accesses of a group (the same
   * variable, thread, operation and location) are tried in the order of the trace, and each is
   * tried once for each other thread, until one of them races.
   *
   * Each thread has the closure of its own past, which grows; it is extended by the past of the
   * earlier access and then returns. What it holds itself needs no test, and neither do accesses
   * that a common lock protects: the later section of the lock completes the earlier one. So most
   * variables need none at all (AccessLog).
   *
   * Deviations: (1) [1] keeps a closure for each variable and pair of threads, which grows from one
   * test to the next; here there is one for each thread, so that memory does not grow with their
   * product; (2) of two groups the first race is reported, not one for each later access.
   *
   * [1] Mathur, Pavlogiannis, Viswanathan. Optimal prediction of synchronization-preserving races.
   *     POPL 2021. */
  private static final int ATOMIC = 1 << Op.ATOMIC_READ.ordinal() | 1 << Op.ATOMIC_WRITE.ordinal();
  private static final int WRITES = 1 << Op.WRITE.ordinal() | 1 << Op.ATOMIC_WRITE.ordinal();
  private static final int NONE = AccessGroups.NONE;

  private final LockContexts contexts;
  private final RaceSink races;
  private final HappensBefore observed;
  private final SyncHistory history;
  private final AccessLog log;
  private final AccessGroups groups = new AccessGroups();
  private final IntArrayList tried = new IntArrayList(); // entries
  private final IntArrayList holders = new IntArrayList(); // at the beginning
  private final long before; // the index of the event before the first one
  private SyncClosure[] past = new SyncClosure[0]; // by thread; null if not yet needed

  /**
   * Starts a trace.
   *
   * @param observed happens-before of the trace, for grades; the caller updates it
   * @param before the index of the event before the first one, 0 unless it is a window of a trace
   */
  public SyncPreservingDetector(EngineSetup setup, HappensBefore observed, long before) {
    this.before = before;
    history = new SyncHistory(before > 0);
    contexts = setup.contexts();
    log = new AccessLog(new CommonLocks(contexts), this::isPast);
    races = setup.races();
    this.observed = observed;
  }

  @Override
  public void hold(Op op, int thread, int lock, long index) {
    holders.add(thread);
    history.order(op, thread, lock, index);
  }

  @Override
  public void order(Op op, int thread, int operand, long index) {
    history.order(op, thread, operand, index);
    if (op == Op.JOIN && operand < past.length) {
      past[operand] = null;
    }
  }

  @Override
  public void access(Op op, int thread, int variable, long index, int context, int location) {
    int kind = op.ordinal();
    boolean isWrite = is(WRITES, kind);
    long sources = history.line(thread).sources + (isWrite ? 1 : 0); // with the access itself
    long key = AccessGroups.key(thread, kind, location);
    if (log.add(variable, key, isWrite, index, context, sources)) {
      history.access(isWrite, thread, variable, index);
      return;
    }
    if (log.has(variable)) {
      group(variable);
    }
    int own = groups.place(variable, key);
    test(op, variable, own, index, AccessContext.of(context, location));
    history.access(isWrite, thread, variable, index);
    groups.append(variable, own, index, context, sources);
  }

  /** Groups the accesses to a variable that may race from now on. */
  private void group(int variable) {
    IntArrayList logged = log.take(variable);
    for (int i = logged.size() - 1; i >= 0; i--) {
      int entry = logged.getInt(i);
      int context = log.context(entry);
      int thread = contexts.thread(context);
      long key = AccessGroups.key(thread, log.kind(entry), log.location(entry));
      int place = groups.place(variable, key);
      groups.append(variable, place, log.index(entry), context, log.sources(entry));
    }
  }

  private static boolean is(int kinds, int kind) {
    return (kinds >>> kind & 1) != 0;
  }

  private static boolean conflict(int kind, int other) {
    return (is(WRITES, kind) || is(WRITES, other)) && !(is(ATOMIC, kind) && is(ATOMIC, other));
  }

  /** Whether what a thread needs at an index includes another thread's events up to one. */
  private boolean isPast(int thread, long index, int other, long upTo) {
    return past(thread, other) >= upTo || closure(thread, index).upTo(other) >= upTo;
  }

  /** How far another thread is known to be in the closure of a thread's past. */
  private long past(int thread, int other) {
    return thread < past.length && past[thread] != null ? past[thread].upTo(other) : 0;
  }

  private void test(Op op, int variable, int own, long index, long detail) {
    int thread = AccessGroups.thread(groups.key(variable, own));
    SyncClosure closure = null;
    int later = groups.number(variable, own);
    BitSet racing = groups.racing(later);
    for (int place = 0, count = groups.count(variable); place < count; place++) {
      if (racing != null && racing.get(place)) {
        continue;
      }
      long key = groups.key(variable, place);
      int other = AccessGroups.thread(key);
      if (other == thread
          || !conflict(AccessGroups.kind(key), op.ordinal())
          || past(thread, other) >= groups.lastIndex(variable, place)) {
        continue;
      }
      closure = closure == null ? closure(thread, index) : closure;
      groups.collect(variable, place, thread, closure.upTo(other), tried);
      int group = groups.number(variable, place);
      int found = find(closure, group, other, thread, AccessContext.context(detail));
      if (found != NONE) {
        groups.setRacing(place, later);
        report(op, variable, key, found, index, detail);
      }
    }
  }

  /** The closure of what precedes the present access by a thread. */
  private SyncClosure closure(int thread, long index) {
    past = ObjectArrays.grow(past, thread + 1);
    if (past[thread] == null) {
      past[thread] = beginning(thread);
    }
    past[thread].add(thread, index - 1);
    return past[thread];
  }

  /** What a thread needs at its first event: as much as its parent at the fork. */
  private SyncClosure beginning(int thread) {
    long fork = history.line(thread).fork;
    int parent = Epoch.thread(fork);
    long forked = Epoch.index(fork);
    if (fork != 0
        && parent < past.length
        && past[parent] != null
        && past[parent].upTo(parent) <= forked) {
      past[parent].add(parent, forked);
      return past[parent].copy();
    }
    SyncClosure empty = new SyncClosure(history);
    for (int i = 0; i < holders.size(); i++) {
      empty.add(holders.getInt(i), before);
    }
    return empty;
  }

  /** The first of the tried accesses of a group that races with the present one, or NONE. */
  private int find(SyncClosure closure, int group, int other, int thread, int context) {
    int excluded = NONE;
    boolean isMarked = false;
    int found = NONE;
    for (int i = tried.size() - 1; i >= 0 && found == NONE; i--) {
      int entry = tried.getInt(i);
      if (closure.upTo(other) < groups.index(entry)
          && !contexts.protect(groups.context(entry), context)) {
        if (!isMarked) {
          closure.mark();
          isMarked = true;
        }
        closure.add(other, groups.index(entry) - 1);
        found = closure.upTo(other) < groups.index(entry) ? entry : NONE;
      }
      if (found == NONE) {
        excluded = entry;
      }
    }
    if (isMarked) {
      closure.undo();
    }
    if (excluded != NONE) {
      groups.exclude(group, thread, excluded);
    }
    return found;
  }

  private void report(Op op, int variable, long key, int entry, long index, long detail) {
    int kind = AccessGroups.kind(key);
    long first = AccessContext.of(groups.context(entry), AccessGroups.location(key));
    int thread = contexts.thread(AccessContext.context(detail));
    races.race(
        variable,
        RaceKind.of(is(WRITES, kind), is(WRITES, op.ordinal())),
        observed.isBefore(AccessGroups.thread(key), groups.index(entry), thread),
        groups.index(entry),
        is(ATOMIC, kind) ? AccessContext.atomic(first) : first,
        index,
        is(ATOMIC, op.ordinal()) ? AccessContext.atomic(detail) : detail);
  }
}

package io.racedet.compressed.stretch;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.NaiveOrder;
import io.racedet.compressed.summary.Symbol;
import io.racedet.engine.EngineRun.Report;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The first race of each variable from the definition, for a trace that arrives event by event. */
final class NaiveRaces {
  /** Two variables of each object. */
  static final AllocatedVariables OBJECTS = object -> new int[] {2 * object, 2 * object + 1};

  /** An access with the locks that protect it. */
  private record Access(int time, int thread, int kind, Set<Integer> locks, long detail) {
    boolean conflictsWith(Access other) {
      return thread != other.thread && AccessKind.conflict(kind, other.kind);
    }
  }

  private final boolean byLocks; // the lockset discipline in place of happens-before
  private final NaiveOrder order = new NaiveOrder();
  private final Map<Integer, List<Access>> accesses = new HashMap<>(); // by variable
  private final Set<Integer> done = new HashSet<>(); // variables that have raced
  private final Map<Long, Integer> holds = new HashMap<>(); // | shared:1 | thread | lock:32 |
  private final List<Report> races = new ArrayList<>();
  private int time;

  NaiveRaces(boolean byLocks) {
    this.byLocks = byLocks;
  }

  /** The races so far; the kind is null if there is no first access. */
  List<Report> races() {
    return races;
  }

  void add(long word, long detail) {
    time++;
    order.add(word);
    int thread = EventBlock.thread(word);
    int operand = EventBlock.operand(word);
    Op op = EventBlock.op(word);
    switch (op) {
      case ACQUIRE -> holds.merge(hold(thread, operand, false), 1, Integer::sum);
      case ACQUIRE_SHARED -> holds.merge(hold(thread, operand, true), 1, Integer::sum);
      case RELEASE -> holds.merge(hold(thread, operand, false), -1, Integer::sum);
      case RELEASE_SHARED -> holds.merge(hold(thread, operand, true), -1, Integer::sum);
      case ALLOC -> {
        for (int variable : OBJECTS.of(operand)) {
          accesses.remove(variable);
          done.remove(variable);
        }
      }
      default -> {
        if (EventBlock.isAccess(word) && !done.contains(operand)) {
          int kind = AccessKind.of(word);
          add(operand, new Access(time, thread, kind, locks(thread, kind), detail));
        }
      }
    }
  }

  private static long hold(int thread, int lock, boolean shared) {
    return (long) (2 * thread + (shared ? 1 : 0)) << Integer.SIZE | lock;
  }

  private Set<Integer> locks(int thread, int kind) {
    Set<Integer> locks = new HashSet<>();
    holds.forEach(
        (hold, count) -> {
          int lock = hold.intValue();
          boolean isExclusive = hold >> Integer.SIZE == 2 * thread;
          boolean isShared = hold >> Integer.SIZE == 2 * thread + 1;
          if (count > 0 && (isExclusive || isShared && !AccessKind.isWrite(kind))) {
            locks.add(lock);
          }
        });
    return locks;
  }

  private void add(int variable, Access access) {
    List<Access> before = accesses.computeIfAbsent(variable, unseen -> new ArrayList<>());
    Set<Integer> known = order.known(Set.of(Symbol.thread(access.thread)));
    Access partner = null;
    for (Access other : before) {
      boolean races = byLocks || !known.contains(other.time);
      partner = other.conflictsWith(access) && races ? other : partner;
    }
    before.add(access);
    if (byLocks ? isViolated(before) : partner != null) {
      done.add(variable);
      boolean ordered = partner == null || known.contains(partner.time);
      races.add(
          new Report(
              variable,
              partner == null ? null : AccessKind.race(partner.kind, access.kind),
              ordered,
              partner == null ? 0 : partner.time,
              partner == null ? 0 : partner.detail,
              access.time,
              access.detail));
    }
  }

  /** By several threads, not only read, not all atomic, and without a lock in common. */
  private static boolean isViolated(Collection<Access> accesses) {
    Set<Integer> common = new HashSet<>(accesses.iterator().next().locks);
    accesses.forEach(access -> common.retainAll(access.locks));
    return accesses.stream().map(Access::thread).distinct().count() > 1
        && accesses.stream().anyMatch(access -> AccessKind.isWrite(access.kind))
        && !accesses.stream().allMatch(access -> AccessKind.isAtomic(access.kind))
        && common.isEmpty();
  }
}

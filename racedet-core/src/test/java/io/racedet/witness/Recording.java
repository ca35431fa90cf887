package io.racedet.witness;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.event.Walk;
import io.racedet.oracle.Pair;
import io.racedet.oracle.Section;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Test traces in the form that a search requires: without re-entrant acquires and releases, with
 * contexts.
 */
final class Recording {
  private record Hold(int lock, boolean shared) {}

  private final LockContexts contexts = new LockContexts();
  private final Map<Integer, List<Hold>> held = new HashMap<>();
  private final Set<Integer> outermost = new HashSet<>();
  private final EventBlock block = new EventBlock();

  private Recording(TestTrace trace) {
    for (Section section : Section.of(trace)) {
      outermost.add(section.acquire());
      outermost.add(section.release());
    }
  }

  static EventHistory of(TestTrace trace) {
    return of(trace, Map.of(), IntStream.range(0, trace.count(Op.Operand.VARIABLE)).toArray());
  }

  /**
   * Records a trace.
   *
   * @param walks by the index of the first access of a range: its {@link Walk}
   * @param variables the recorded ids of the variables, by their ids in the trace
   */
  static EventHistory of(TestTrace trace, Map<Integer, Long> walks, int[] variables) {
    Recording recording = new Recording(trace);
    EventHistory recorded = new EventHistory(recording.contexts);
    for (int i = 1; i <= trace.size(); i++) {
      TraceEvent e = trace.event(i);
      boolean isVariable = e.op().operand() == Op.Operand.VARIABLE;
      int operand = isVariable ? variables[e.operand()] : e.operand();
      TraceEvent recordedEvent = new TraceEvent(e.op(), e.thread(), operand, e.location());
      if (walks.containsKey(i)) {
        recording.addRange(recordedEvent, i, walks.get(i));
        i += Walk.count(walks.get(i)) - 1;
      } else {
        recording.add(recordedEvent, i);
      }
      if (recording.block.isFull()) {
        recorded.consume(recording.block);
        recording.block.clear();
      }
    }
    recorded.consume(recording.block);
    return recorded;
  }

  /** All pairs of conflicting accesses. */
  static List<Pair> conflicting(TestTrace trace) {
    List<Pair> pairs = new ArrayList<>();
    for (int f = 2; f <= trace.size(); f++) {
      for (int e = 1; e < f; e++) {
        if (trace.event(e).conflictsWith(trace.event(f))) {
          pairs.add(new Pair(e, f));
        }
      }
    }
    return pairs;
  }

  private void add(TraceEvent e, int index) {
    List<Hold> locks = held.computeIfAbsent(e.thread(), unseen -> new ArrayList<>());
    boolean isAcquire = e.op() == Op.ACQUIRE || e.op() == Op.ACQUIRE_SHARED;
    boolean isRelease = e.op() == Op.RELEASE || e.op() == Op.RELEASE_SHARED;
    if ((isAcquire || isRelease) && !outermost.contains(index)) {
      return;
    }
    Hold hold = new Hold(e.operand(), e.op() == Op.ACQUIRE_SHARED || e.op() == Op.RELEASE_SHARED);
    if (isAcquire) {
      locks.add(hold);
    }
    block.add(e.op(), e.thread(), e.operand(), index, context(e.thread(), locks), e.location());
    if (isRelease) {
      locks.remove(hold);
    }
  }

  private void addRange(TraceEvent e, int index, long walk) {
    int context = context(e.thread(), held.computeIfAbsent(e.thread(), t -> new ArrayList<>()));
    block.addRange(e.op(), e.thread(), e.operand(), walk, index, context, e.location());
  }

  private int context(int thread, List<Hold> locks) {
    int context = contexts.root(thread);
    for (Hold hold : locks) {
      context = contexts.child(context, hold.lock(), hold.shared());
    }
    return context;
  }
}

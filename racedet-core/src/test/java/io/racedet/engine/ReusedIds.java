package io.racedet.engine;

import io.racedet.event.Op.Operand;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A trace in which what is used no more is forgotten, and its id that of what is used next. */
public final class ReusedIds {
  /** An id in its space. */
  public record Id(Operand space, int number) {}

  /**
   * One event.
   *
   * @param event with the id that its operand has at that time
   * @param forgotten what is forgotten after it
   */
  public record Step(TraceEvent event, List<Id> forgotten) {}

  private final Map<Id, Integer> lastUses = new HashMap<>();
  private final Map<Id, Integer> ids = new HashMap<>(); // in use
  private final Map<Operand, Deque<Integer>> free = new EnumMap<>(Operand.class);
  private final Map<Operand, Integer> used = new EnumMap<>(Operand.class);
  private final Map<Integer, Integer> holds = new HashMap<>(); // by lock
  private final Set<Operand> spaces;

  private ReusedIds(TestTrace trace, Set<Operand> spaces) {
    this.spaces = spaces;
    for (int i = 1; i <= trace.size(); i++) {
      TraceEvent event = trace.event(i);
      lastUses.put(new Id(event.op().operand(), event.operand()), i);
    }
  }

  /** The steps of a trace that reuses the ids of some spaces. */
  public static List<Step> steps(TestTrace trace, Set<Operand> spaces) {
    ReusedIds reused = new ReusedIds(trace, spaces);
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i <= trace.size(); i++) {
      steps.add(reused.step(trace.event(i), i));
    }
    return steps;
  }

  private Step step(TraceEvent event, int index) {
    Operand space = event.op().operand();
    if (!spaces.contains(space)) {
      return new Step(event, List.of());
    }
    Id mentioned = new Id(space, event.operand());
    int number = ids.computeIfAbsent(mentioned, unseen -> next(space));
    TraceEvent renamed = new TraceEvent(event.op(), event.thread(), number, event.location());
    boolean isHeld = isHeldAfter(event);
    if (lastUses.get(mentioned) != index || isHeld) {
      return new Step(renamed, List.of());
    }
    free.computeIfAbsent(space, unseen -> new ArrayDeque<>()).push(number);
    return new Step(renamed, List.of(new Id(space, number)));
  }

  private int next(Operand space) {
    Deque<Integer> unused = free.getOrDefault(space, new ArrayDeque<>());
    return unused.isEmpty() ? used.merge(space, 1, Integer::sum) - 1 : unused.pop();
  }

  private boolean isHeldAfter(TraceEvent event) {
    int change =
        switch (event.op()) {
          case ACQUIRE, ACQUIRE_SHARED -> 1;
          case RELEASE, RELEASE_SHARED -> -1;
          default -> 0;
        };
    return event.op().operand() == Operand.LOCK
        && holds.merge(event.operand(), change, Integer::sum) > 0;
  }
}

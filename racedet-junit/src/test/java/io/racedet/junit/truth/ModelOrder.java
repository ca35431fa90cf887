package io.racedet.junit.truth;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.truth.raw.RawClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The order of the steps of a program by the events of a recorded trace. */
final class ModelOrder implements EventSink {

  /** A step in the trace. */
  private record Place(int thread, RawClock clock) {}

  private final RecordedTrace trace;
  private final List<RawClock> threads = new ArrayList<>();
  private final Map<Operand, Map<Integer, RawClock>> sent = new HashMap<>();
  private final Map<Integer, RawClock> shared = new HashMap<>();
  private final Map<Integer, Place> steps = new HashMap<>();
  private final Map<Integer, Integer> stepOfVariable = new HashMap<>();
  private final Map<Integer, Integer> stepsTwice = new HashMap<>();

  ModelOrder(RecordedTrace trace) {
    this.trace = trace;
    trace.replay(this);
  }

  /** How often a step is in the trace. */
  int count(int step) {
    return stepsTwice.getOrDefault(step, 0);
  }

  /** Whether one step comes before another one. */
  boolean before(int first, int second) {
    Place one = steps.get(first);
    return one.clock.time(one.thread) <= steps.get(second).clock.time(one.thread);
  }

  private RawClock clock(int thread) {
    while (threads.size() <= thread) {
      RawClock clock = new RawClock();
      clock.tick(threads.size());
      threads.add(clock);
    }
    return threads.get(thread);
  }

  private RawClock sent(Operand space, int id) {
    return sent.computeIfAbsent(space, any -> new HashMap<>())
        .computeIfAbsent(id, any -> new RawClock());
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    RawClock clock = clock(thread);
    switch (op) {
      case ACQUIRE -> {
        clock.join(sent(Operand.LOCK, operand));
        clock.join(shared.get(operand));
      }
      case ACQUIRE_SHARED -> clock.join(sent(Operand.LOCK, operand));
      case RELEASE_SHARED -> shared.computeIfAbsent(operand, any -> new RawClock()).join(clock);
      case RELEASE, SEND, SYNC_WRITE -> sent(op.operand(), operand).join(clock);
      case RECEIVE, SYNC_READ -> clock.join(sent(op.operand(), operand));
      case FORK -> clock(operand).join(clock);
      case JOIN -> clock.join(clock(operand));
      case WRITE -> write(thread, clock, operand, location);
      default -> {
        /* Orders nothing. */
      }
    }
  }

  private void write(int thread, RawClock clock, int variable, int location) {
    int step = stepOfVariable.computeIfAbsent(variable, id -> stepOf(id, location));
    if (step >= 0) {
      clock.tick(thread);
      steps.putIfAbsent(step, new Place(thread, clock.copy()));
      stepsTwice.merge(step, 1, Integer::sum);
    }
  }

  private int stepOf(int variable, int location) {
    boolean marks =
        location != NO_LOCATION && trace.names().location(location).startsWith("Marks.java");
    return marks ? trace.element(variable) : -1;
  }
}

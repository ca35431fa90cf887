package io.racedet.junit.stress;

import io.racedet.event.Op;
import java.util.ArrayDeque;

/** The events that the journal of a thread requires next. */
final class Expected {
  /** What else must hold at the event. */
  enum Check {
    /** Nothing. */
    NOTHING,
    /** The last write of the operand in the trace was of this value. */
    SEES,
    /** From here on the operand has this value. */
    SETS,
    /** The channel has had at least so many sends. */
    NEEDS,
    /** A semaphore that starts with so many permits has one left. */
    TAKES,
    /** The value of the operand is read by a copy operation. */
    LIFTS,
    /** From here on the operand has the oldest value that the copy operation has read. */
    DROPS
  }

  /**
   * An event.
   *
   * @param op its op
   * @param operand what the program calls its operand
   * @param line its line; 0 for any
   * @param check what must hold
   * @param value the value for the check
   */
  record Event(Op op, String operand, int line, Check check, long value) {}

  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private int line;

  /** Starts with a line of the program. */
  void at(int newLine) {
    line = newLine;
  }

  /** The other events of the line may come from other lines. */
  Expected anywhere() {
    line = 0;
    return this;
  }

  Expected add(Op op, String operand) {
    return add(op, operand, Check.NOTHING, 0);
  }

  Expected sees(Op op, String operand, long value) {
    return add(op, operand, Check.SEES, value);
  }

  Expected sets(Op op, String operand, long value) {
    return add(op, operand, Check.SETS, value);
  }

  Expected needs(String channel, long sends) {
    return add(Op.RECEIVE, channel, Check.NEEDS, sends);
  }

  Expected takes(String semaphore, long permits) {
    return add(Op.RECEIVE, semaphore, Check.TAKES, permits);
  }

  Expected lifts(String from) {
    return add(Op.READ, from, Check.LIFTS, 0);
  }

  Expected drops(String to) {
    return add(Op.WRITE, to, Check.DROPS, 0);
  }

  Expected times(int times, Op op, String operand) {
    for (int i = 0; i < times; i++) {
      add(op, operand);
    }
    return this;
  }

  private Expected add(Op op, String operand, Check check, long value) {
    events.add(new Event(op, operand, line, check, value));
    return this;
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  void again(Event event) {
    events.push(event);
  }

  Event next() {
    return events.poll();
  }
}

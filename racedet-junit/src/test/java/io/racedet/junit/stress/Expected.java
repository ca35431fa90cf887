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
    /** From here on the semaphore has another permit, or the latch another count. */
    GIVES,
    /** There may be any number of such events, also none. */
    MAYBE,
    /** There are such events until the latch has had so many counts, and one after them. */
    UNTIL,
    /** As MAYBE, but each is followed by one on the contents of the map. */
    TRIES,
    /** As MAYBE, but each is followed by one on all generations of the barrier. */
    ROUNDS,
    /** From here on the key of a map may have this value. */
    PUTS,
    /** The key of a map has been given this value before, unless it is 0. */
    GETS,
    /** Before it, other elements of the queue may be met, and each be removed by another thread. */
    ATTEMPTS,
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

  /** Ends the name of the channel of all generations of a barrier. */
  static final String ALL = " all";

  /** Ends the name of an object of the JDK that the program does not know. */
  static final String UNKNOWN = "@unknown";

  /** The channel of all mappings of the map. */
  static final String CONTENTS = "map contents";

  /** Ends the name of the channel of what was removed from a queue. */
  static final String REMOVED = " removed";

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

  Expected maybe(Op op, String operand) {
    return add(op, operand, Check.MAYBE, 0);
  }

  /** Reads of a state, also by exchanges that fail, and the write of the one that does not. */
  private Expected exchanges(String state, Check check, long value) {
    return add(Op.SYNC_READ, state)
        .maybe(Op.SYNC_READ, state)
        .add(Op.SYNC_WRITE, state, check, value);
  }

  Expected takes(String semaphore, long permits) {
    return exchanges(semaphore, Check.TAKES, permits);
  }

  Expected gives(String state) {
    return exchanges(state, Check.GIVES, 0);
  }

  Expected waitsFor(String latch, long counts) {
    return add(Op.SYNC_READ, latch, Check.UNTIL, counts);
  }

  Expected meets(String barrier, long parties) {
    return add(Op.SEND, barrier)
        .add(Op.SEND, barrier + ALL)
        .add(Op.RECEIVE, barrier + " resets")
        .add(Op.SEND, barrier, Check.ROUNDS, 0)
        .needs(barrier, parties)
        .maybe(Op.SEND, barrier + " trips" + UNKNOWN) // if it is the last one
        .maybe(Op.SEND, barrier + ALL)
        .maybe(Op.RECEIVE, barrier);
  }

  /** Puts a mapping, also by exchanges that fail, each sent before it is tried. */
  Expected puts(String key, long value) {
    return add(Op.SEND, key, Check.PUTS, value)
        .add(Op.SEND, CONTENTS)
        .add(Op.SEND, key, Check.TRIES, 0);
  }

  Expected gets(String key, long value) {
    return add(Op.RECEIVE, key, Check.GETS, value);
  }

  Expected attempts(String operand) {
    return add(Op.RECEIVE, operand, Check.ATTEMPTS, 0);
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

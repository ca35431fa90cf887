package io.racedet.junit.record.merge;

import io.racedet.event.EventSink;
import io.racedet.event.Op;

/** Sends events with dense ids to a sink, and counts them; follows what they hand over. */
final class EventOutput implements Emitter {
  private final TraceIds ids;
  private final TraceTally tally;
  private final LeftoverThreads leftover;
  private final LockDetails locks;
  private final EventSink out;

  EventOutput(
      TraceIds ids, TraceTally tally, LeftoverThreads leftover, LockDetails locks, EventSink out) {
    this.ids = ids;
    this.tally = tally;
    this.leftover = leftover;
    this.locks = locks;
    this.out = out;
  }

  @Override
  public void emit(Op op, int slot, int operand, int place) {
    leftover.follow(op, slot, operand);
    tally.event(slot);
    out.event(op, ids.thread(slot), operand, locks.location(op, place));
    locks.follow(op, slot, operand, place);
  }

  /** Sends the events of a walk over an array. */
  void walk(LogCursor at, Op op) {
    tally.accesses(at.slot(), at.steps());
    int thread = ids.thread(at.slot());
    int location = ids.location(at.site());
    ids.variables.walk(
        at, (first, stride, count) -> out.range(op, thread, first, stride, count, location));
  }
}

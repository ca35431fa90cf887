package io.racedet.compressed.stretch;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.summary.OpenLocks;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;

/**
 * What each event means to a part of a trace: an access, a lock taken or given back, the end of
 * variables, and an order.
 */
abstract class EventCases<S> implements Growing<S> {
  private final AllocatedVariables allocated;

  EventCases(AllocatedVariables allocated) {
    this.allocated = allocated;
  }

  @Override
  public final void event(long word, long time, long detail) {
    pass(time);
    if (EventBlock.isAccess(word)) {
      access(word, time, detail);
      return;
    }
    Op op = EventBlock.op(word);
    if (OpenLocks.isLockOp(op)) {
      takeLock(word, op);
    } else if (op == Op.ALLOC) {
      for (int renewed : allocated.of(EventBlock.operand(word))) {
        renew(renewed);
      }
    }
    order(op, EventBlock.thread(word), EventBlock.operand(word));
  }

  abstract void access(long word, long time, long detail);

  /** A lock is acquired or released, in either mode, which only locksets need to know. */
  void takeLock(long word, Op op) {}

  /** The accesses to a variable so far are those of another variable. */
  abstract void renew(int variable);

  /** Orders the event after others, and others after it. */
  abstract void order(Op op, int thread, int operand);
}

package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.wellformed.ExecutionState;

/** Numbers events and gathers them in a block, until as many have come as may be late. */
final class EventIntake {
  private final EventBlock block = new EventBlock();
  private final int delay; // most events in the block
  private long index;
  private long flushAt; // index of the event after which the block is processed
  private long lastIndex = EventBlock.MAX_INDEX; // that an event can have; 0 after the end

  /**
   * Starts without an event.
   *
   * @param delay the most events of a block
   * @param before the index before that of the first event
   */
  EventIntake(int delay, long before) {
    this.delay = delay;
    index = before;
    flushAt = before + delay;
  }

  /** The index of the last event. */
  long index() {
    return index;
  }

  /** Whether all events have been processed. */
  boolean isEmpty() {
    return block.size() == 0;
  }

  /** Refuses an event after the end of the trace, or one too many. */
  void ensureOpen(Op op, int thread) {
    if (index >= lastIndex) {
      refuse(op, thread);
    }
  }

  /** Refuses a range of so many events, if one of them would be refused. */
  void ensureOpen(Op op, int thread, int count) {
    if (index + count > lastIndex) {
      refuse(op, thread);
    }
  }

  /** Refuses an operand that is no dense id. */
  static void checkOperand(Op op, int operand) {
    Operand space = op.operand();
    if (operand < 0 && space != Operand.NONE
        || space == Operand.THREAD && operand > EventBlock.MAX_THREAD) {
      throw new IllegalArgumentException(
          "operand of " + op + ": " + operand + " (expected: a dense id from 0)");
    }
  }

  private void refuse(Op op, int thread) {
    if (lastIndex == 0) {
      throw new IllegalStateException(
          op + " of thread " + thread + " after the end of the trace (expected: no event)");
    }
    throw new IllegalStateException(
        "event " + (index + 1) + " (expected: at most " + EventBlock.MAX_INDEX + " events)");
  }

  /** Takes an event with its context, which is INNER if engines must not see the event. */
  void take(Op op, int thread, int operand, int at, int location) {
    index++;
    if (at != ExecutionState.INNER) {
      block.add(op, thread, operand, index, at, location);
    }
  }

  /**
   * Takes a range with its context, in parts that may be in one block.
   *
   * @param flush processes the block; the range is taken to its end whatever it throws, and then
   *     the first exception is thrown
   */
  void takeRange(
      Op op, int thread, int first, int stride, int count, int at, int location, Runnable flush) {
    RuntimeException exception = null;
    Error error = null;
    int variable = first;
    for (int left = count; left > 0; ) {
      int taken = takePart(op, thread, variable, stride, left, at, location);
      left -= taken;
      variable += taken * stride;
      try {
        if (isFull()) {
          flush.run();
        }
      } catch (RuntimeException e) {
        exception = exception == null && error == null ? e : exception;
      } catch (Error e) {
        error = exception == null && error == null ? e : error;
      }
    }
    if (exception != null) {
      throw exception;
    }
    if (error != null) {
      throw error;
    }
  }

  private int takePart(Op op, int thread, int first, int stride, int left, int at, int location) {
    int taken = (int) Math.min(left, Math.max(1, flushAt - index));
    block.addRange(op, thread, first, Walk.of(stride, taken), index + 1, at, location);
    index += taken;
    return taken;
  }

  /** Adds an event of the same index as the last one, that only engines know of. */
  void takeExtra(Op op, int thread, int operand, int at) {
    block.add(op, thread, operand, index, at, EventSink.NO_LOCATION);
    flushAt--;
  }

  /** Whether one more event would be as many as may be late. */
  boolean isNearlyFull() {
    return index + 1 >= flushAt;
  }

  /** Whether the events since the last flush are as many as may be late. */
  boolean isFull() {
    return index >= flushAt;
  }

  /** Returns the events since the last flush, which are late no longer. */
  EventBlock flush() {
    flushAt = index + delay;
    return block;
  }

  /** Takes no further event. */
  void end() {
    lastIndex = 0;
  }
}

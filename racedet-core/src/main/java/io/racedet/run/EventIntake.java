package io.racedet.run;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.wellformed.ExecutionState;
import java.util.function.Consumer;

/** Numbers events and gathers them in a block, until as many have come as may be late. */
public final class EventIntake {
  private final Consumer<EventBlock> consumer;
  private final EventBlock block = new EventBlock();
  private final int delay; // most events in the block
  private long index;
  private long flushAt; // index of the event after which the block is processed
  private long lastIndex = EventBlock.MAX_INDEX; // that an event can have; 0 after the end

  /**
   * Starts without an event.
   *
   * @param before the index before that of the first event
   */
  public EventIntake(int delay, long before, Consumer<EventBlock> consumer) {
    this.consumer = consumer;
    this.delay = delay;
    index = before;
    flushAt = before + delay;
  }

  /** The index of the last event. */
  public long index() {
    return index;
  }

  /** Whether all events have been processed. */
  public boolean isEmpty() {
    return block.size() == 0;
  }

  /** Refuses a call after the end of the trace. */
  public void ensureOpen() {
    if (lastIndex == 0) {
      throw new IllegalStateException("the trace has ended (expected: a call before its end)");
    }
  }

  /** Refuses an event after the end of the trace, or one too many. */
  public void ensureOpen(Op op, int thread) {
    if (index >= lastIndex) {
      refuse(op, thread);
    }
  }

  /** Refuses a range of so many events, if one of them would be refused. */
  public void ensureOpen(Op op, int thread, int count) {
    if (index + count > lastIndex) {
      refuse(op, thread);
    }
  }

  /** Refuses an operand that is no dense id. */
  public static void checkOperand(Op op, int operand) {
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
  public void take(Op op, int thread, int operand, int at, int location) {
    index++;
    if (at != ExecutionState.INNER) {
      block.add(op, thread, operand, index, at, location);
    }
  }

  /** Takes a range with its context, in parts that may be in one block. */
  public void takeRange(Op op, int thread, int first, int stride, int count, int at, int location) {
    int variable = first;
    for (int left = count; left > 0; ) {
      int taken = takePart(op, thread, variable, stride, left, at, location);
      left -= taken;
      variable += taken * stride;
      if (isFull()) {
        flush();
      }
    }
  }

  private int takePart(Op op, int thread, int first, int stride, int left, int at, int location) {
    int taken = (int) Math.min(left, Math.max(1, flushAt - index));
    block.addRange(op, thread, first, Walk.of(stride, taken), index + 1, at, location);
    index += taken;
    return taken;
  }

  /** Adds to the last event another one, of the same index, that only engines know of. */
  public void takeExtra(Op op, int thread, int operand, int at) {
    if (index + 1 >= flushAt) {
      flush(); // else the block might not have room for the next event
    }
    block.add(op, thread, operand, index, at, EventSink.NO_LOCATION);
    flushAt--;
  }

  /** Whether the events since the last flush are as many as may be late. */
  public boolean isFull() {
    return index >= flushAt;
  }

  /** Passes on the events since the last flush, which are late no longer. */
  public void flush() {
    flushAt = index + delay;
    try {
      consumer.accept(block);
    } finally {
      block.clear();
    }
  }

  /**
   * Passes on the last events and takes no further one.
   *
   * @throws IllegalStateException if called again
   */
  public void end() {
    if (lastIndex == 0) {
      throw new IllegalStateException("finish() was already called (expected: once)");
    }
    flush();
    lastIndex = 0;
  }
}

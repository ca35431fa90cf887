package io.racedet.junit.record;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Walk;

/** Puts the events that it receives into blocks. */
abstract class EventBlocks implements EventSink {
  /** The present block, which is not full. */
  EventBlock block = new EventBlock();

  /** The block is full: another one is to take its place. */
  abstract void end();

  @Override
  public final void event(Op op, int thread, int operand, int location) {
    block.append(
        EventBlock.word(op, thread, op.operand() == Op.Operand.NONE ? 0 : operand), location);
    endIfFull();
  }

  @Override
  public final void range(Op op, int thread, int first, int stride, int count, int location) {
    int variable = first;
    for (int left = count; left > 0; ) {
      int part = Math.min(left, block.room());
      block.appendRange(EventBlock.word(op, thread, variable), Walk.of(stride, part), location);
      variable += part * stride;
      left -= part;
      endIfFull();
    }
  }

  private void endIfFull() {
    if (block.isFull()) {
      end();
    }
  }
}

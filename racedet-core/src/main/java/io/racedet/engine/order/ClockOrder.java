package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import io.racedet.event.Op;

/** An order with a clock for each thread, beside happens-before. */
abstract class ClockOrder implements AccessOrder {
  final ThreadClocks clocks;
  final HappensBefore observed = new HappensBefore();

  ClockOrder(ThreadClocks clocks) {
    this.clocks = clocks;
  }

  /** Updates happens-before, and then the clocks. */
  @Override
  public final void order(Op op, int thread, int operand, long time) {
    observed.order(op, thread, operand, time);
    update(op, thread, operand, time);
  }

  /** Updates the clocks by any event but an access. */
  abstract void update(Op op, int thread, int operand, long time);

  @Override
  public Clock clock(int thread) {
    return clocks.clock(thread);
  }

  @Override
  public Clock snapshot(int thread, long time) {
    return clocks.snapshot(thread);
  }

  @Override
  public boolean readFrom(int thread, int writer, long time, Clock clock) {
    return clocks.join(thread, writer, time, clock);
  }

  @Override
  public final boolean happensBefore(int other, long time, int thread) {
    return observed.isBefore(other, time, thread);
  }
}

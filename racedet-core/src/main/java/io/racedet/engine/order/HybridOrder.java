package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.JoinListener;
import io.racedet.clock.ThreadClocks;
import io.racedet.event.Op;

/**
 * The order in which locks order nothing: program order, fork, join, notify to wake, and
 * conflicting sync operations and hand-offs as observed.
 */
public final class HybridOrder implements AccessOrder {
  private final HappensBefore observed = new HappensBefore();
  private final ThreadClocks clocks;
  private final LocklessOrder edges;

  /**
   * Creates the order of an empty trace.
   *
   * @param joins receives the edges; may be null
   */
  public HybridOrder(JoinListener joins) {
    clocks = new ThreadClocks(joins);
    edges = new LocklessOrder(clocks, true);
  }

  @Override
  public void order(Op op, int thread, int operand, long time) {
    observed.order(op, thread, operand, time);
    edges.arrive(op, thread, operand, time);
    edges.leave(op, thread, operand, time);
  }

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
  public boolean happensBefore(int other, long time, int thread) {
    return observed.isBefore(other, time, thread);
  }
}

package io.racedet.engine.order;

import io.racedet.clock.JoinListener;
import io.racedet.clock.ThreadClocks;
import io.racedet.event.Op;

/**
 * The order in which locks order nothing: program order, fork, join, notify to wake, and
 * conflicting sync operations and hand-offs as observed.
 */
public final class HybridOrder extends ClockOrder {
  private final LocklessOrder edges;

  /**
   * Creates the order of an empty trace.
   *
   * @param joins receives the edges; may be null
   */
  public HybridOrder(JoinListener joins) {
    super(new ThreadClocks(joins));
    edges = new LocklessOrder(clocks, true);
  }

  @Override
  void update(Op op, int thread, int operand, long time) {
    edges.arrive(op, thread, operand, time);
    edges.leave(op, thread, operand, time);
  }
}

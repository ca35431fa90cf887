package io.racedet.engine;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import io.racedet.engine.history.LastAccessDetector;
import io.racedet.engine.order.AccessOrder;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.JoinEdges;
import io.racedet.event.Op;

/**
 * Reports each access that program order, forks and joins leave unordered with an earlier
 * conflicting one: an engine with an order of its own, in one file. {@link AddedEngineTest} has the
 * line that the table of engines would have.
 */
final class StartsAndEnds implements AccessOrder {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "starts-and-ends",
          "fork and join",
          1,
          EngineClaims.Soundness.UNSOUND,
          EngineClaims.Exactness.ALL_ACCESSES,
          "O(n T)",
          "O(T (variables + T))",
          "the definition of program order");

  private final HappensBefore observed = new HappensBefore();
  private final ThreadClocks clocks;

  private StartsAndEnds(EngineSetup setup) {
    clocks = new ThreadClocks(JoinEdges.of(setup, EdgeRule.ORDER));
  }

  static Engine create(EngineSetup setup) {
    return LastAccessDetector.ordered(new StartsAndEnds(setup), setup);
  }

  @Override
  public void order(Op op, int thread, int operand, long time) {
    observed.order(op, thread, operand, time);
    if (op == Op.FORK) {
      clocks.join(operand, thread, time, clocks.snapshot(thread));
    } else if (op == Op.JOIN) {
      clocks.join(thread, operand, time, clocks.snapshot(operand));
    }
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

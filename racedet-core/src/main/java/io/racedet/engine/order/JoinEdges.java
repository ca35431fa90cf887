package io.racedet.engine.order;

import io.racedet.clock.JoinListener;
import io.racedet.engine.EdgeRule;
import io.racedet.engine.EdgeSink;
import io.racedet.engine.EngineSetup;

/** Reports the joins of clocks as edges of an engine's order. */
public final class JoinEdges {
  private JoinEdges() {}

  /**
   * Returns a listener that reports each join of clocks as an edge.
   *
   * @param setup receives the edges
   * @return the listener; null if edges are not needed
   */
  public static JoinListener of(EngineSetup setup, EdgeRule rule) {
    EdgeSink edges = setup.edges();
    if (edges == null) {
      return null;
    }
    return (thread, other, time) -> edges.edge(rule, other, time, thread, EdgeSink.PRESENT);
  }
}

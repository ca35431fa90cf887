package io.racedet.engine.order;

import io.racedet.clock.JoinListener;
import io.racedet.engine.EdgeRule;
import io.racedet.engine.EdgeSink;
import io.racedet.engine.EngineSetup;

/** Reports the joins of clocks as edges of an engine's order. */
public final class JoinEdges implements JoinListener {
  private final EdgeSink edges;

  /** The rule of the next edges. */
  EdgeRule rule;

  private JoinEdges(EdgeSink edges, EdgeRule rule) {
    this.edges = edges;
    this.rule = rule;
  }

  /**
   * {@return a listener that reports each join of clocks as an edge; null if edges are not needed}
   *
   * @param setup receives the edges
   */
  public static JoinEdges of(EngineSetup setup, EdgeRule rule) {
    return setup.edges() == null ? null : new JoinEdges(setup.edges(), rule);
  }

  @Override
  public void joined(int thread, int other, long time) {
    edges.edge(rule, other, time, thread, EdgeSink.PRESENT);
  }
}

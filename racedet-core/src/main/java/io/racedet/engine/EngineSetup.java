package io.racedet.engine;

import io.racedet.clock.JoinListener;
import io.racedet.clock.LockContexts;
import io.racedet.race.RaceSink;

/**
 * What an engine is made with, for one trace.
 *
 * @param contexts the threads and locksets of the trace, filled as it arrives
 * @param races where the races go
 * @param limits how much history is kept, by engines that bound it
 * @param edges who is told of the edges of the engine's order, or null: telling costs time
 */
public record EngineSetup(
    LockContexts contexts, RaceSink races, EngineLimits limits, EdgeSink edges) {
  /**
   * Makes the setup of an engine that tells of races only, with the usual limits.
   *
   * @param contexts the threads and locksets of the trace, filled as it arrives
   * @param races where the races go
   */
  public EngineSetup(LockContexts contexts, RaceSink races) {
    this(contexts, races, EngineLimits.DEFAULT, null);
  }

  /**
   * Returns a listener that tells of what clocks learn from others.
   *
   * @param rule the rule of all the edges that it tells of
   * @return the listener; null if nobody is told of edges
   */
  public JoinListener joins(EdgeRule rule) {
    if (edges == null) {
      return null;
    }
    EdgeSink sink = edges;
    return (thread, other, time) -> sink.edge(rule, other, time, thread, EdgeSink.PRESENT);
  }
}

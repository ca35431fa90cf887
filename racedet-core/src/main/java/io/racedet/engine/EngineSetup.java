package io.racedet.engine;

import io.racedet.event.LockContexts;
import io.racedet.race.RaceSink;

/**
 * The inputs and outputs of an engine for one trace.
 *
 * @param contexts the threads and locksets of the trace, filled as it arrives
 * @param races receives the races
 * @param limits how much history engines with bounded history keep
 * @param edges receives the edges of the engine's order; null unless they are needed, since
 *     reporting them costs time
 */
public record EngineSetup(
    LockContexts contexts, RaceSink races, EngineLimits limits, EdgeSink edges) {
  /**
   * Creates the setup of an engine that reports only races, with the default limits.
   *
   * @param contexts the threads and locksets of the trace, filled as it arrives
   * @param races receives the races
   */
  public EngineSetup(LockContexts contexts, RaceSink races) {
    this(contexts, races, EngineLimits.DEFAULT, null);
  }
}

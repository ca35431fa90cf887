package io.racedet.engine.growth;

/** Runs an engine on a trace, and counts. */
public interface GrowthRun {
  /**
   * Runs an engine.
   *
   * @param engine the name of the engine
   * @param trace the {@link TraceWriter#events() events} of a trace
   * @return what was counted
   */
  Sample run(String engine, int[] trace);
}

package io.racedet.engine;

import io.racedet.event.EventBlock;
import io.racedet.race.ReachedLimit;
import java.util.List;

/**
 * Consumes a trace block by block and reports races to the sink that it was created with.
 *
 * <p>The trace is well formed and free of re-entrant acquires. Each engine has its own loop over a
 * block, so that the JIT compiler specialises the loop for that engine.
 *
 * <p>Not thread-safe. Results depend on the trace alone.
 */
public interface Engine {
  /**
   * Consumes the next events of the trace.
   *
   * @param block the events; read only, and only during the call
   */
  void consume(EventBlock block);

  /**
   * Ends the trace: closes critical sections that are still open, and runs the second pass of
   * engines that have one.
   */
  default void finish() {}

  /**
   * Returns the limits that took effect, that is, because of which races may be missing or too
   * many. Called after the end of the trace.
   *
   * @return none for engines that keep all they need
   */
  default List<ReachedLimit> limits() {
    return List.of();
  }
}

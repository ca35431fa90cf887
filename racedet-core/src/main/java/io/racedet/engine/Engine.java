package io.racedet.engine;

import io.racedet.event.EventBlock;

/**
 * Consumes a trace block by block and reports races to the sink that it was made with.
 *
 * <p>The trace is well formed and free of re-entrant acquires. Each engine owns the loop over a
 * block, so that the compiler specialises it, and switches there on what it treats by itself.
 *
 * <p>Not thread-safe. Results are a function of the trace alone.
 */
public interface Engine {
  /**
   * Takes the next events of the trace.
   *
   * @param block the events; read only, and only during the call
   */
  void consume(EventBlock block);

  /** Ends the trace: sections still open end here, and second passes are run. */
  default void finish() {}
}

package io.racedet.engine;

/**
 * Is told of the edges that the order of an engine gains, for explanations. What follows from edges
 * told before need not be told.
 */
@FunctionalInterface
public interface EdgeSink {
  /** The event that the engine is taking. */
  long PRESENT = 0;

  /**
   * Takes an edge.
   *
   * @param rule why it is there
   * @param from the index of the earlier event
   * @param thread the thread that comes after it
   * @param at from this of the thread's events on; {@link #PRESENT} from the event at hand, which
   *     may be another thread's, on
   */
  void edge(EdgeRule rule, long from, int thread, long at);
}

package io.racedet.engine;

/**
 * Receives the edges of an engine's order as they are found, for explanations. Edges implied by
 * earlier ones may be omitted.
 */
@FunctionalInterface
public interface EdgeSink {
  /** The event being processed; for another thread, its first event after that one. */
  long PRESENT = 0;

  /**
   * Receives an edge: all events of one thread up to a given one are ordered before all events of
   * another thread from a given one on.
   *
   * @param rule the reason for the edge
   * @param before the thread of the earlier events
   * @param until an index at or after the last of those events
   * @param after the thread of the later events
   * @param since the index of the first of those events, or {@link #PRESENT}
   */
  void edge(EdgeRule rule, int before, long until, int after, long since);
}

package io.racedet.engine;

/**
 * Is told of the edges that the order of an engine gains, for explanations. What follows from edges
 * told before need not be told.
 */
@FunctionalInterface
public interface EdgeSink {
  /** The event that the engine is taking; or the first one after it, if it is another thread's. */
  long PRESENT = 0;

  /**
   * Takes an edge: the events of one thread up to one of them come before those of another thread
   * from one on.
   *
   * @param rule why
   * @param before the thread that comes before
   * @param until the index of the last of its events that do; it may have none after an earlier one
   * @param after the thread that comes after
   * @param since the index of the first of its events that do, or {@link #PRESENT}
   */
  void edge(EdgeRule rule, int before, long until, int after, long since);
}

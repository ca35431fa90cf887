package io.racedet.event;

/**
 * The push interface of events: everything that consumes a trace in its order is one.
 *
 * <p>Ids are dense: each id space runs 0, 1, 2, ... in the order of first use, so that consumers
 * index arrays with them. Location {@value #NO_LOCATION} means that none is known. Events are
 * numbered by their arrival, from 1.
 *
 * <p>Not thread-safe: calls must be ordered by the caller.
 */
@FunctionalInterface
public interface EventSink {
  /** The location of an event whose place in the source is not known. */
  int NO_LOCATION = -1;

  /**
   * Takes the next event of the trace.
   *
   * @param op what happened
   * @param thread the thread that did it
   * @param operand the id of what it was done to, in the space {@link Op#operand()}; ignored where
   *     there is none
   * @param location where in the source, or {@link #NO_LOCATION}
   */
  void event(Op op, int thread, int operand, int location);
}

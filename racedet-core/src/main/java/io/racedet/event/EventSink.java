package io.racedet.event;

/**
 * Consumes the events of a trace in order.
 *
 * <p>Ids are dense: each id space runs 0, 1, 2, ... in the order of first use, so that consumers
 * index arrays with them. Location {@value #NO_LOCATION} means that none is known. Events are
 * numbered in the order of arrival, from 1.
 *
 * <p>Not thread-safe: calls must be ordered by the caller.
 */
@FunctionalInterface
public interface EventSink {
  /** The location of an event whose location in the source is not known. */
  int NO_LOCATION = -1;

  /**
   * Consumes the next event of the trace.
   *
   * @param op the operation
   * @param thread the thread that performed it
   * @param operand the id of its operand, in the space {@link Op#operand()}; ignored where there is
   *     none
   * @param location the location in the source, or {@link #NO_LOCATION}
   */
  void event(Op op, int thread, int operand, int location);
}

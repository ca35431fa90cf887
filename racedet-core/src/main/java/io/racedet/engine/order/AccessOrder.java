package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.event.Op;

/** A partial order of the events of a trace, as far as the accesses of variables ask for it. */
public interface AccessOrder {
  /** Moves the clocks by any event but an access. */
  void order(Op op, int thread, int operand, long time);

  /** Whether accesses by a thread can move the clocks, until its next event that is none. */
  default boolean isMovedByAccesses(int thread) {
    return false;
  }

  /**
   * Moves the clocks by an access, before it is checked; for orders that say so.
   *
   * @return whether the thread's clock moved
   */
  default boolean access(boolean isWrite, int thread, int variable, long time) {
    return false;
  }

  /** What a thread knows of others, to be read until its clock moves. */
  Clock clock(int thread);

  /** What a thread knows of others at a time, for keeping. */
  Clock snapshot(int thread, long time);

  /**
   * Orders the write that a read saw before the read.
   *
   * @param clock what {@link #snapshot} returned at the write
   * @return whether nothing else does
   */
  boolean readFrom(int thread, int writer, long time, Clock clock);

  /** Whether happens-before orders an event before a thread's present, where this order may not. */
  boolean happensBefore(int other, long time, int thread);
}

package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;

/** A partial order of the events of a trace, as needed to check accesses to variables. */
public interface AccessOrder {
  /** Updates the clocks by any event but an access. */
  void order(Op op, int thread, int operand, long time);

  /** Whether accesses by a thread can change the clocks, up to its next other event. */
  default boolean isMovedByAccesses(int thread) {
    return false;
  }

  /** Updates the clocks by an access, before it is checked; only if {@link #isMovedByAccesses}. */
  default boolean access(boolean isWrite, int thread, int variable, long time) {
    return false;
  }

  /** The clock of a thread, valid until the clock changes. */
  Clock clock(int thread);

  /** A snapshot of the clock of a thread at a time. */
  Clock snapshot(int thread, long time);

  /**
   * Orders the write that a read saw before the read; the write is by another thread, and was not
   * ordered before it.
   *
   * @param clock what {@link #snapshot} returned at the write
   */
  boolean readFrom(int thread, int writer, long time, Clock clock);

  /** How often a section was needed that may have been dropped because of a limit. */
  default long lackingSections() {
    return 0;
  }

  /** Whether {@link #forget} has an effect, so that ids can be reused. */
  default boolean forgets() {
    return false;
  }

  /** Forgets a lock, sync variable or channel; what it has ordered stays ordered. */
  default void forget(Operand space, int id) {}

  /** Whether happens-before orders an event before a thread's present, where this order may not. */
  boolean happensBefore(int other, long time, int thread);
}

package io.racedet.oracle;

import io.racedet.event.Op;

/**
 * One event of a test trace, in dense ids.
 *
 * @param op the operation
 * @param thread its thread
 * @param operand id in the space of the operation, 0 where there is none
 * @param location id of the location, or {@code EventSink.NO_LOCATION}
 */
public record TraceEvent(Op op, int thread, int operand, int location) {
  public boolean isAccess() {
    return isRead() || isWrite();
  }

  public boolean isRead() {
    return op == Op.READ || op == Op.ATOMIC_READ;
  }

  public boolean isWrite() {
    return op == Op.WRITE || op == Op.ATOMIC_WRITE;
  }

  public boolean isAtomic() {
    return op == Op.ATOMIC_READ || op == Op.ATOMIC_WRITE;
  }

  /**
   * Whether both access the same variable, by different threads, at least one is a write, and at
   * least one is plain.
   */
  public boolean conflictsWith(TraceEvent other) {
    return touchesSameAs(other) && thread != other.thread && !(isAtomic() && other.isAtomic());
  }

  /** Whether both access the same variable and at least one is a write, plain or atomic. */
  public boolean touchesSameAs(TraceEvent other) {
    return isAccess()
        && other.isAccess()
        && operand == other.operand
        && (isWrite() || other.isWrite());
  }
}

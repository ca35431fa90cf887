package io.racedet;

import io.racedet.event.Op;

/**
 * An event that no execution can have at its place in the trace. The feed has not taken it, keeps
 * all that came before, and takes further events.
 */
public final class MalformedEventException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final long index;

  MalformedEventException(long index, String thread, Op op, String operand, String expected) {
    this("", index, thread, op, operand, expected);
  }

  MalformedEventException(
      String place, long index, String thread, Op op, String operand, String expected) {
    super(
        "%sevent %d: %s|%s%s is not well formed (expected: %s)"
            .formatted(
                place,
                index,
                thread,
                op.mnemonic(),
                operand.isEmpty() ? "" : "(" + operand + ")",
                expected));
    this.index = index;
  }

  /**
   * Returns the index that the event would have had.
   *
   * @return from 1
   */
  public long index() {
    return index;
  }
}

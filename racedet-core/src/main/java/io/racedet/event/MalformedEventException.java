package io.racedet.event;

/**
 * Thrown for an event that no execution can have at its position in the trace. The feed has
 * rejected the event, keeps all earlier ones, and accepts further events.
 */
public final class MalformedEventException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Of the event in the trace, from 1. */
  private final long index;

  /**
   * Creates the exception for an event sent by a producer.
   *
   * @param index of the event in the trace, from 1
   * @param thread name of its thread
   * @param op its operation
   * @param operand name of its operand, or empty
   * @param expected what would have been well formed
   */
  public MalformedEventException(
      long index, String thread, Op op, String operand, String expected) {
    this("", index, thread, op, operand, expected);
  }

  /**
   * Creates the exception for an event read from a file.
   *
   * @param location the location in the file, followed by a separator; or empty
   * @param index of the event in the trace, from 1
   * @param thread name of its thread
   * @param op its operation
   * @param operand name of its operand, or empty
   * @param expected what would have been well formed
   */
  public MalformedEventException(
      String location, long index, String thread, Op op, String operand, String expected) {
    super(
        "%sevent %d: %s|%s%s is not well formed (expected: %s)"
            .formatted(
                location,
                index,
                thread,
                op.mnemonic(),
                operand.isEmpty() ? "" : "(" + operand + ")",
                expected));
    this.index = index;
  }

  /** {@return the index that the event would have had, from 1} */
  public long index() {
    return index;
  }
}

package io.racedet.event;

/**
 * An event that no execution can have at its place in the trace. The feed has not taken it, keeps
 * all that came before, and takes further events.
 */
public final class MalformedEventException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final long index;

  /**
   * Makes the refusal of an event that a producer sent.
   *
   * @param index of the event in the trace, from 1
   * @param thread name of its thread
   * @param op what it does
   * @param operand name of what it does it to, or empty
   * @param expected what could have come instead
   */
  public MalformedEventException(
      long index, String thread, Op op, String operand, String expected) {
    this("", index, thread, op, operand, expected);
  }

  /**
   * Makes the refusal of an event that was read from a file.
   *
   * @param location where in the file, with a separator behind it; or empty
   * @param index of the event in the trace, from 1
   * @param thread name of its thread
   * @param op what it does
   * @param operand name of what it does it to, or empty
   * @param expected what could have come instead
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

  /**
   * Returns the index that the event would have had.
   *
   * @return from 1
   */
  public long index() {
    return index;
  }
}

package io.racedet.event;

import io.racedet.event.Op.Operand;

/** Events in the notation of the text format. */
public final class EventText {
  private EventText() {}

  /**
   * Returns the operation and the operand of an event.
   *
   * @param word a packed event
   * @param names names of its ids
   * @return for example {@code acq(lock)}
   */
  public static String of(long word, Names names) {
    Op op = EventBlock.op(word);
    Operand space = op.operand();
    return space == Operand.NONE
        ? op.mnemonic()
        : op.mnemonic() + "(" + names.name(space, EventBlock.operand(word)) + ")";
  }
}

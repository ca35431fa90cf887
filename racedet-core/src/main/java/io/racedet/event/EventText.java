package io.racedet.event;

import io.racedet.event.Op.Operand;

/** Events in the notation of the text format. */
public final class EventText {
  private EventText() {}

  /**
   * {@return the operation and the operand of an event, for example {@code acq(lock)}}
   *
   * @param word a packed event
   * @param names names of its ids
   */
  public static String of(long word, Names names) {
    Op op = EventBlock.op(word);
    Operand space = op.operand();
    return space == Operand.NONE
        ? op.mnemonic()
        : op.mnemonic() + "(" + names.name(space, EventBlock.operand(word)) + ")";
  }
}

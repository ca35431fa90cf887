package io.racedet.junit.record.merge;

import io.racedet.event.Op;

/** Receives the events of a translation, one by one. */
interface Emitter {
  /** Receives an event, by the slot of its thread and the number of its place. */
  void emit(Op op, int slot, int operand, int place);
}

package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Op;

/** A number that differs, nearly always, if events or their order differ. */
public final class EventHash implements EventSink {
  private long hash;
  private long events;

  @Override
  public void event(Op op, int thread, int operand, int location) {
    events++;
    hash = 31 * hash + op.ordinal();
    hash = 31 * hash + thread;
    hash = 31 * hash + (op.operand() == Op.Operand.NONE ? 0 : operand);
    hash = 31 * hash + location;
  }

  /** The number, with that of the events. */
  public String text() {
    return events + " events " + Long.toHexString(hash);
  }
}

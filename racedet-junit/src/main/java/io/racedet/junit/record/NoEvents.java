package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Op;

/** Receives events, and does nothing with them. */
final class NoEvents implements EventSink {
  @Override
  public void event(Op op, int thread, int operand, int location) {
    // They are counted before.
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    // They are counted before.
  }
}

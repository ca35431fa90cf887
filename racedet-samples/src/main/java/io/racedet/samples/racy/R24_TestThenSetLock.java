package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A hand-written lock that is tested and then set in two steps: two threads may both find it free.
 */
public final class R24_TestThenSetLock implements TwoThreads {
  private final AtomicBoolean busy = new AtomicBoolean();
  private int total;

  @Override
  public void first() {
    add();
  }

  @Override
  public void second() {
    add();
  }

  private void add() {
    while (busy.get()) {
      Thread.onSpinWait();
    }
    busy.set(true);
    total++; // race: total
    busy.set(false);
  }
}

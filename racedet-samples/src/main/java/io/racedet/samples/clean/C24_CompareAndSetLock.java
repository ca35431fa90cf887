package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.atomic.AtomicBoolean;

/** A hand-written lock that is tested and set in one atomic step. */
public final class C24_CompareAndSetLock implements TwoThreads {
  private final AtomicBoolean busy = new AtomicBoolean();
  private int total; // shared: total

  @Override
  public void first() {
    add();
  }

  @Override
  public void second() {
    add();
  }

  private void add() {
    while (!busy.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
    total++;
    busy.set(false);
  }
}

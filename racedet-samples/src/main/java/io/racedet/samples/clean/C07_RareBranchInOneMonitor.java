package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.atomic.AtomicInteger;

/** The rare branch of R07, with the total guarded by a monitor. */
public final class C07_RareBranchInOneMonitor implements TwoThreads {
  private final AtomicInteger step = new AtomicInteger();
  private int total; // shared: total

  @Override
  public void first() {
    step.set(1);
    step.set(2);
    step.set(3);
    add();
  }

  @Override
  public void second() {
    if (step.get() == 1 && step.get() == 2 && step.get() == 3) {
      add();
    }
  }

  private synchronized void add() {
    total++;
  }
}

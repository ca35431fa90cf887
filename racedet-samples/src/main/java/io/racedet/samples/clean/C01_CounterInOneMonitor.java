package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** Two threads increment a field, each inside the same monitor. */
public final class C01_CounterInOneMonitor implements TwoThreads {
  private int count; // shared: count

  @Override
  public void first() {
    increment();
  }

  @Override
  public void second() {
    increment();
  }

  private synchronized void increment() {
    count++;
  }
}

package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/**
 * Two threads increment a plain field: each increment is a read and a write, and updates can be
 * lost.
 */
public final class R01_UnsynchronisedCounter implements TwoThreads {
  private int count;

  @Override
  public void first() {
    increment();
  }

  @Override
  public void second() {
    increment();
  }

  private void increment() {
    count++; // race: count
  }
}

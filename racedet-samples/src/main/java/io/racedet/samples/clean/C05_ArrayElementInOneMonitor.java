package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** Two threads increment the same element of an array inside the same monitor. */
public final class C05_ArrayElementInOneMonitor implements TwoThreads {
  private final int[] histogram = new int[10]; // shared: int[10][3]

  @Override
  public void first() {
    count(3);
  }

  @Override
  public void second() {
    count(3);
  }

  private void count(int bucket) {
    synchronized (histogram) {
      histogram[bucket]++;
    }
  }
}

package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/** Two threads increment the same element of an array. */
public final class R05_SharedArrayElement implements TwoThreads {
  private final int[] histogram = new int[10];

  @Override
  public void first() {
    count(3);
  }

  @Override
  public void second() {
    count(3);
  }

  private void count(int bucket) {
    histogram[bucket]++; // race: int[10][3]
  }
}

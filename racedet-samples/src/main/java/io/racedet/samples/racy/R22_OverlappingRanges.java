package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/** Two threads update the two halves of an array, and both of them the element in the middle. */
public final class R22_OverlappingRanges implements TwoThreads {
  private final int[] values = new int[9];

  @Override
  public void first() {
    grow(0, 5);
  }

  @Override
  public void second() {
    grow(4, 9);
  }

  private void grow(int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] += i; // race: int[9][4]
    }
  }
}

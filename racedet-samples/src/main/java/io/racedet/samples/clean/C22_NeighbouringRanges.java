package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/**
 * Two threads update the two adjacent halves of an array; the caller sums up after both have
 * terminated.
 */
public final class C22_NeighbouringRanges implements TwoThreads {
  private final int[] values = new int[9]; // shared: int[9][3], int[9][4]

  private int sum;

  @Override
  public void run() throws Exception {
    TwoThreads.super.run();
    for (int value : values) {
      sum += value;
    }
  }

  @Override
  public void first() {
    grow(0, 4);
  }

  @Override
  public void second() {
    grow(4, 9);
  }

  private void grow(int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] += i;
    }
  }
}

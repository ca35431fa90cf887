package io.racedet.junit.record;

import java.util.Arrays;

/** Two places of the code by their sites: several where several class loaders have the class. */
public final class SitePair {
  /** Two places that no thread reaches. */
  public static final SitePair NONE = new SitePair(new int[0], new int[0]);

  private final int[] first;
  private final int[] second;

  /**
   * Keeps its own copies.
   *
   * @param first sites of the one place
   * @param second sites of the other one
   */
  public SitePair(int[] first, int[] second) {
    this.first = first.clone();
    this.second = second.clone();
  }

  int[] first() {
    return first.clone();
  }

  int[] second() {
    return second.clone();
  }

  @Override
  public String toString() {
    return Arrays.toString(first) + Arrays.toString(second);
  }
}

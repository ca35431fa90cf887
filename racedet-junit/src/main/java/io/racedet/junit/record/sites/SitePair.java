package io.racedet.junit.record.sites;

import java.util.Arrays;

/**
 * Two locations in the code, each with its sites: one for each class loader that defines the class.
 */
public final class SitePair {
  /** Two locations that no thread reaches. */
  public static final SitePair NONE = new SitePair(new int[0], new int[0], 0, -1, -1);

  private final int[] first;
  private final int[] second;
  private final long attempt;
  private final int element;
  private final int late;

  /**
   * Creates a pair; copies the arrays.
   *
   * @param attempt number of the attempt; determines which thread is held
   * @param element index of the array element of the race; negative for any variable
   * @param late index, among the threads of the recording, of the thread that starts only when
   *     another one is held; negative for none
   */
  public SitePair(int[] first, int[] second, long attempt, int element, int late) {
    this.first = first.clone();
    this.second = second.clone();
    this.attempt = attempt;
    this.element = element;
    this.late = late;
  }

  public int[] first() {
    return first.clone();
  }

  public int[] second() {
    return second.clone();
  }

  public long attempt() {
    return attempt;
  }

  public int element() {
    return element;
  }

  public int late() {
    return late;
  }

  @Override
  public String toString() {
    return Arrays.toString(first) + Arrays.toString(second);
  }
}

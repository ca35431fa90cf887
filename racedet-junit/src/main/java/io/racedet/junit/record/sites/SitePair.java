package io.racedet.junit.record.sites;

import java.util.Arrays;

/** Two places of the code by their sites: several where several class loaders have the class. */
public final class SitePair {
  /** Two places that no thread reaches. */
  public static final SitePair NONE = new SitePair(new int[0], new int[0], 0, -1, -1);

  private final int[] first;
  private final int[] second;
  private final long attempt;
  private final int element;
  private final int late;

  /**
   * Keeps its own copies.
   *
   * @param first sites of the one place
   * @param second sites of the other one
   * @param attempt decides who is held
   * @param element index of the element of an array that is meant; negative for any variable
   * @param late the thread that begins only when another one is held, as its position among those
   *     of the recording; negative for none
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

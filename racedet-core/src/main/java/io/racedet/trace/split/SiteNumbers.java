package io.racedet.trace.split;

import io.racedet.trace.block.LocatedEvents;
import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * The numbers of the sites of each split, and which of them an earlier split, or an earlier period
 * of the split, has used. Memory is bounded by the most sites of a split.
 */
public final class SiteNumbers {
  /** In place of a number: the site is to be written out. */
  public static final int UNKNOWN = -1;

  private static final int NUMBER_BITS = 20;
  private static final int PERIOD_BITS = 22;
  private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;
  private static final long PERIOD_MASK = (1L << PERIOD_BITS) - 1;

  private final int most;
  private LocatedEvents known;
  private int size; // of the known ones
  private long[] marks = new long[1 << 10]; // by known site, | split:22 | period:22 | number:20 |
  private int numbered; // in this split
  private long split = 1;
  private long period = 1;
  private boolean isFirstUse;
  private boolean isRepeated;

  /** Numbers at most so many sites of a split; at most 2^20. */
  public SiteNumbers(int most) {
    this.most = most;
    known = new LocatedEvents(most);
  }

  /** The number of a site in this split, or {@link #UNKNOWN}, which gives it the next number. */
  public int of(long word, int location) {
    int site = known.of(word, location);
    isRepeated = false;
    isFirstUse = true;
    if (site < 0) {
      site = size < most ? size++ : UNKNOWN;
      define(site);
      return UNKNOWN;
    }
    long mark = marks[site];
    if (mark >>> NUMBER_BITS + PERIOD_BITS != split) {
      isRepeated = true;
      define(site);
      return UNKNOWN;
    }
    isFirstUse = (mark >>> NUMBER_BITS & PERIOD_MASK) != period;
    if (isFirstUse) {
      mark(site, mark & NUMBER_MASK);
    }
    return (int) (mark & NUMBER_MASK);
  }

  private void define(int site) {
    int number = numbered;
    if (number == most) {
      return; // no reader numbers it
    }
    numbered++;
    if (site >= 0) {
      marks = LongArrays.grow(marks, site + 1);
      mark(site, number);
    }
  }

  private void mark(int site, long number) {
    marks[site] = (split << PERIOD_BITS | period) << NUMBER_BITS | number;
  }

  /** Whether the last site was used for the first time in this period. */
  public boolean isFirstUse() {
    return isFirstUse;
  }

  /** Whether the last site has a number in an earlier split, and had none in this one. */
  public boolean isRepeated() {
    return isRepeated;
  }

  /** Begins another period. */
  void beginPeriod() {
    period++;
  }

  /** Begins another split. */
  void beginSplit() {
    split++;
    numbered = 0;
    if (size == most) { // the sites of later splits are others
      known = new LocatedEvents(most);
      size = 0;
      marks = new long[1 << 10];
    }
  }
}

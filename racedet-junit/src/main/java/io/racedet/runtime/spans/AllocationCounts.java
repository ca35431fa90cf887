package io.racedet.runtime.spans;

/**
 * Counts the allocations of one thread by instruction, so that a recording has the first ones of
 * each only: of an object that is used, a report then tells by which access it was used first,
 * which is mostly in its constructor. Instructions that share a counter are counted together. Not
 * thread-safe.
 */
public final class AllocationCounts {
  private static final int COUNTERS = 256;

  /** How many of each instruction are recorded. */
  public static final int MOST = 1_000;

  /** The same while one thread alone can act: most objects that it makes are garbage by the end. */
  public static final int MOST_OF_ONE_ALONE = 16;

  private final short[] counts = new short[COUNTERS];

  /**
   * Counts an allocation; false if there were so many before that it is not recorded.
   *
   * @param most how many are recorded
   */
  public boolean isAmongTheFirst(int site, int most) {
    int at = site & COUNTERS - 1;
    if (counts[at] >= most) {
      return false;
    }
    counts[at]++;
    return true;
  }
}

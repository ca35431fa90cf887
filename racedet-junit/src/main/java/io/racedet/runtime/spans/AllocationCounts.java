package io.racedet.runtime.spans;

/**
 * Counts the allocations of one thread by instruction, so that a recording has the first ones of
 * each only: of an object that is used, a report then tells by which access it was used first,
 * which is mostly in its constructor. Instructions that share a counter are counted together. Not
 * thread-safe.
 */
public final class AllocationCounts {
  private static final int COUNTERS = 256;
  private static final int RECORDED = 1_000;

  private final short[] counts = new short[COUNTERS];

  /** Counts an allocation; false if there were so many before that it is not recorded. */
  public boolean isAmongTheFirst(int site) {
    int at = site & COUNTERS - 1;
    if (counts[at] == RECORDED) {
      return false;
    }
    counts[at]++;
    return true;
  }
}

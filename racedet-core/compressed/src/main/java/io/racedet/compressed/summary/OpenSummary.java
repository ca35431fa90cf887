package io.racedet.compressed.summary;

/**
 * The changes that a stretch of a trace makes to the locks held: for each thread the releases of
 * locks held before, and the locks held at the end that were acquired in the stretch, in that
 * order.
 *
 * @param releaseEnd for each thread the end of its releases, which are contiguous
 * @param released lock and mode of each, see {@link OpenLocks}
 */
public record OpenSummary(
    int[] threads,
    int[] releaseEnd,
    int[] released,
    int[] releaseCount,
    int[] acquireEnd,
    int[] acquired,
    int[] acquireCount) {
  /** The first of a thread's releases. */
  public int releaseBegin(int i) {
    return i == 0 ? 0 : releaseEnd[i - 1];
  }

  /** The first of a thread's acquires. */
  public int acquireBegin(int i) {
    return i == 0 ? 0 : acquireEnd[i - 1];
  }
}

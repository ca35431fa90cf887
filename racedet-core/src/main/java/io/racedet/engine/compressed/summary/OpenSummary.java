package io.racedet.engine.compressed.summary;

/**
 * The changes that a stretch of a trace makes to the locks held: for each thread the releases of
 * locks held before, and the locks held at the end that were acquired in the stretch, in that
 * order.
 *
 * @param threads the threads
 * @param releaseEnd for each thread the end of its releases, which are contiguous
 * @param released lock and mode of each, see {@link OpenLocks}
 * @param releaseCount how often
 * @param acquireEnd for each thread the end of its acquires
 * @param acquired lock and mode of each
 * @param acquireCount how often
 */
public record OpenSummary(
    int[] threads,
    int[] releaseEnd,
    int[] released,
    int[] releaseCount,
    int[] acquireEnd,
    int[] acquired,
    int[] acquireCount) {
  public int releaseBegin(int i) {
    return i == 0 ? 0 : releaseEnd[i - 1];
  }

  public int acquireBegin(int i) {
    return i == 0 ? 0 : acquireEnd[i - 1];
  }
}

package io.racedet.engine;

/**
 * How much history a PWR engine keeps.
 *
 * @param edges superseded accesses kept of the reads and of the writes of a variable; one from a
 *     site replaces the one before from the same site, unless there is no limit
 * @param sections finished critical sections kept for each thread of each lock
 */
record PwrLimits(int edges, int sections) {
  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** Keeps everything: every pair is found. */
  static final PwrLimits NONE = new PwrLimits(UNLIMITED, UNLIMITED);

  static final PwrLimits PUBLISHED = new PwrLimits(25, 5);

  boolean keepsEveryAccess() {
    return edges == UNLIMITED;
  }
}

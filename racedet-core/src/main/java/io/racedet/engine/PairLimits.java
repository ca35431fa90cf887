package io.racedet.engine;

/**
 * How much history an engine of pairs keeps.
 *
 * @param edges superseded accesses kept of the reads and of the writes of a variable; one from a
 *     site replaces the one before from the same site, unless there is no limit
 * @param sections finished critical sections kept for each thread of each lock, by PWR
 */
record PairLimits(int edges, int sections) {
  private static final int UNLIMITED = Integer.MAX_VALUE;

  /* The authors keep 25 edges and 5 sections. A dropped edge loses a pair, but a dropped section
   * makes a false one, when a thread reads under a lock what was written long before under it. */
  private static final int EDGES = 25;
  private static final int SECTIONS = 1024;

  /** Keeps everything: every pair is found. */
  static final PairLimits NONE = new PairLimits(UNLIMITED, UNLIMITED);

  /** Bounds space for each variable, and for each lock and thread. */
  static final PairLimits SOME_EDGES = new PairLimits(EDGES, SECTIONS);

  /** Keeps of a variable only what is mutually unordered. */
  static final PairLimits NO_EDGES = new PairLimits(0, SECTIONS);

  boolean keepsEveryAccess() {
    return edges == UNLIMITED;
  }
}

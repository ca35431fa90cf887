package io.racedet.engine.history;

import io.racedet.engine.EngineLimits;

/**
 * How much history an engine of pairs keeps.
 *
 * @param edges superseded accesses kept of the reads and of the writes of a variable, of those from
 *     one site the newest, unless there is no limit
 * @param sections finished critical sections kept for each thread of each lock, by PWR
 */
public record PairLimits(int edges, int sections) {
  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** Keeps everything: every pair is found. */
  public static final PairLimits NONE = new PairLimits(UNLIMITED, UNLIMITED);

  /** Bounds space for each variable, and for each lock and thread. */
  public static PairLimits someEdges(EngineLimits limits) {
    return new PairLimits(limits.edges(), limits.sections());
  }

  /** Keeps of a variable only what is mutually unordered. */
  public static PairLimits noEdges(EngineLimits limits) {
    return new PairLimits(0, limits.sections());
  }

  boolean keepsEveryAccess() {
    return edges == UNLIMITED;
  }
}

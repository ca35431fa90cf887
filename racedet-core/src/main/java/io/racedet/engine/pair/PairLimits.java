package io.racedet.engine.pair;

import io.racedet.engine.EngineLimits;

/**
 * How much history is kept by an engine that reports all pairs.
 *
 * @param edges how many superseded reads, and as many superseded writes, are kept for each
 *     variable; with a limit only the newest of those with the same detail word
 * @param sections how many finished critical sections PWR keeps for each thread and lock
 */
public record PairLimits(int edges, int sections) {
  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** No limit: every pair is found. */
  public static final PairLimits NONE = new PairLimits(UNLIMITED, UNLIMITED);

  /** Bounds space for each variable, and for each lock and thread. */
  public static PairLimits someEdges(EngineLimits limits) {
    return new PairLimits(limits.edges(), limits.sections());
  }

  /** Keeps only mutually unordered accesses to each variable. */
  public static PairLimits noEdges(EngineLimits limits) {
    return new PairLimits(0, limits.sections());
  }

  boolean keepsEveryAccess() {
    return edges == UNLIMITED;
  }
}

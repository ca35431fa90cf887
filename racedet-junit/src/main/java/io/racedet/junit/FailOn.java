package io.racedet.junit;

/** How well a race must be proved to fail a test. */
public enum FailOn {
  /** Not set: {@link #WITNESSED} unless the class or a configuration parameter says otherwise. */
  DEFAULT,
  /** Any race: one that an engine predicts for another order of the same events, or better. */
  PREDICTED,
  /** Races between accesses that happens-before left unordered in the recorded execution itself. */
  OBSERVED,
  /**
   * Proved races: observed ones, and those for which a checked reordering of the execution makes
   * both accesses come next. As strong as {@link #OBSERVED}.
   */
  WITNESSED,
  /** Races at whose two accesses both threads have been held at the same time. */
  CONFIRMED
}

package io.racedet.junit;

/** How well a race must be proved to fail a test. */
public enum FailOn {
  /** Not set: {@link #PREDICTED} unless the class or a configuration parameter says otherwise. */
  DEFAULT,
  /** Any race: one that an engine predicts for another order of the same events, or better. */
  PREDICTED,
  /** Races between accesses that happens-before left unordered in the recorded execution itself. */
  OBSERVED
}

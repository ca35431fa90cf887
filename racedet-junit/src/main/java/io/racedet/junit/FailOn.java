package io.racedet.junit;

/** How strong the evidence for a race must be for it to fail a test. */
public enum FailOn {
  /**
   * Not set here: {@link #WITNESSED} unless the annotation of a class or a configuration parameter
   * sets it.
   */
  DEFAULT,
  /**
   * Every race, including those that an engine only predicts for another order of the same events.
   */
  PREDICTED,
  /**
   * Races between accesses that are not ordered by happens-before in the recorded execution itself.
   * Fails the same tests as {@link #WITNESSED}.
   */
  OBSERVED,
  /**
   * Proved races: observed ones, and those for which a verified reordering of the execution makes
   * the two accesses adjacent.
   */
  WITNESSED,
  /** Races that were reproduced: both threads were held at their accesses at the same time. */
  CONFIRMED
}

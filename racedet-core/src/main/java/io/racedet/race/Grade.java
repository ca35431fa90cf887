package io.racedet.race;

/**
 * How well a race or a deadlock is proved, from a candidate of an engine to a confirmation by its
 * threads.
 */
public enum Grade {
  /** No correct reordering exists; never reported as a race or deadlock. */
  REFUTED(0),
  /** A candidate of an engine that is neither proved nor refuted. */
  PREDICTED(1),
  /**
   * It happened in the recorded execution itself: accesses unordered by happens-before, or waits.
   */
  OBSERVED(2),
  /**
   * Not in this execution, but a checked reordering makes the two accesses adjacent, or ends with
   * all threads waiting for each other's locks.
   */
  WITNESSED(2),
  /** All its threads were held at the accesses, or at the requests, at the same time. */
  CONFIRMED(3);

  private final int strength;

  Grade(int strength) {
    this.strength = strength;
  }

  /**
   * {@return whether this grade is as strong a proof as another one; observed and witnessed are
   * equally strong}
   *
   * @param least the grade to compare with
   */
  public boolean isAtLeast(Grade least) {
    return strength >= least.strength;
  }
}

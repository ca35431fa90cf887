package io.racedet.race;

/** How well a race is proved, from a candidate of an engine to a confirmation by both threads. */
public enum Grade {
  /** No correct reordering exists; never reported as a race. */
  REFUTED(0),
  /** A candidate of an engine that is neither proved nor refuted. */
  PREDICTED(1),
  /** Unordered by happens-before in the recorded execution itself. */
  OBSERVED(2),
  /** Ordered in this execution, but a checked reordering makes the two accesses adjacent. */
  WITNESSED(2),
  /** Both threads were held at the two accesses at the same time. */
  CONFIRMED(3);

  private final int strength;

  Grade(int strength) {
    this.strength = strength;
  }

  /**
   * Returns whether this grade is as strong a proof as another one; observed and witnessed are
   * equally strong.
   *
   * @param least the grade to compare with
   * @return whether this one is at least as strong
   */
  public boolean isAtLeast(Grade least) {
    return strength >= least.strength;
  }
}

package io.racedet.race;

/** How well a race is proved, from an engine's candidate to both threads caught in the act. */
public enum Grade {
  /** No correct reordering exists; never reported as a race. */
  REFUTED(0),
  /** A candidate of an engine, not decided. */
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
   * Returns whether this is proof enough where another grade is asked for: observed and witnessed
   * races are proved equally well.
   *
   * @param least the grade that is asked for
   * @return whether this is as good or better
   */
  public boolean isAtLeast(Grade least) {
    return strength >= least.strength;
  }
}

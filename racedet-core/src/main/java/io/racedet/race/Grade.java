package io.racedet.race;

/** How well a race is proved, from an engine's candidate to both threads caught in the act. */
public enum Grade {
  /** No correct reordering exists; never reported as a race. */
  REFUTED,
  /** A candidate of an engine, not decided. */
  PREDICTED,
  /** Unordered by happens-before in the recorded execution itself. */
  OBSERVED,
  /** Ordered in this execution, but a checked reordering makes the two accesses adjacent. */
  WITNESSED,
  /** Both threads were held at the two accesses at the same time. */
  CONFIRMED
}

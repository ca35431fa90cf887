package io.racedet.engine;

/** Why an engine's order has an edge from one event to another. */
public enum EdgeRule {
  /** Happens-before has it, and the engine's relation is no weaker. */
  SYNCHRONIZATION,
  /**
   * Happens-before has it. In the relations that compose with happens-before such a step orders
   * nothing unless another one, of any other rule, is on the way.
   */
  HAPPENS_BEFORE,
  /** The relation has it as such: what the two events do says why. */
  ORDER,
  /** Two sections of a lock have conflicting accesses: the first one's release comes before. */
  CONFLICTING_SECTIONS,
  /** Something in the first section of a lock is ordered before something in the second. */
  ORDERED_SECTIONS
}

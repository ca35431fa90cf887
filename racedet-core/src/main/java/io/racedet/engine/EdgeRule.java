package io.racedet.engine;

/** Why an engine's order has an edge from one event to another. */
public enum EdgeRule {
  /** A happens-before edge, in a relation that contains happens-before. */
  SYNCHRONIZATION,
  /**
   * A happens-before edge, in a relation that composes with happens-before: a chain of such edges
   * orders nothing unless it also contains an edge of another rule.
   */
  HAPPENS_BEFORE,
  /** An edge of the relation itself, explained by the operations of the two events. */
  ORDER,
  /**
   * Two critical sections of a lock contain conflicting accesses, so the release of the first is
   * ordered before the second access.
   */
  CONFLICTING_SECTIONS,
  /**
   * An event in the first critical section of a lock is ordered before an event in the second, so
   * the first release is ordered too.
   */
  ORDERED_SECTIONS
}

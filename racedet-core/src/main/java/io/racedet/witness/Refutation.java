package io.racedet.witness;

import java.util.List;

/**
 * The reason why no correct reordering makes two accesses next events at the same time.
 *
 * @param lock the lock of {@link Kind#COMMON_LOCK}, negative otherwise
 * @param steps a chain of events that must come before each other; between two steps the chain
 *     follows program order
 */
public record Refutation(Kind kind, int lock, List<Step> steps) {
  /** The kinds of reasons. */
  public enum Kind {
    /** Both accesses are in critical sections of one lock, at least one of them exclusive. */
    COMMON_LOCK,
    /**
     * One of the accesses, or an event that it needs, needs one of the accesses: the steps begin at
     * the latter.
     */
    NEEDED,
    /** The steps lead from an event back to itself. */
    CYCLE,
    /**
     * A section that never ends, in which the step begins, would have to end before another one.
     */
    NEVER_RELEASED,
    /** Where two orders are possible, one of the above follows from each. */
    EVERY_ORDER
  }

  /** An event that must come before another one in every correct reordering. */
  public record Step(long from, long to) {}

  public Refutation {
    steps = List.copyOf(steps);
  }

  static Refutation commonLock(int lock) {
    return new Refutation(Kind.COMMON_LOCK, lock, List.of());
  }

  static Refutation of(Kind kind, List<Step> steps) {
    return new Refutation(kind, EventHistory.NONE, steps);
  }
}

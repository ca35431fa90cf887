package io.racedet.witness;

import java.util.List;

/**
 * Why no correct reordering makes two accesses next events at the same time.
 *
 * @param kind what rules it out
 * @param lock the lock of {@link Kind#COMMON_LOCK}, negative otherwise
 * @param steps what has to come before what; after a step the same thread goes on to where the next
 *     one begins
 */
public record Refutation(Kind kind, int lock, List<Step> steps) {
  /** What rules a reordering out. */
  public enum Kind {
    /** Both accesses are in sections of one lock, at least one of which is exclusive. */
    COMMON_LOCK,
    /** One of the accesses, or what it needs, needs one of them: the steps go from it. */
    NEEDED,
    /** The steps lead from an event back to itself. */
    CYCLE,
    /** A section that never ends, where the step begins, would have to end before another one. */
    NEVER_RELEASED,
    /** Whichever of two ways is taken where both are open, one of the above follows. */
    EVERY_ORDER
  }

  /**
   * An event that comes before another one in every correct reordering.
   *
   * @param from index of the earlier event
   * @param to index of the later event
   */
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

package io.racedet.witness;

/**
 * How many steps a search may still take. A step is an event that is visited, or 8 bytes of its
 * clock, so that the budget bounds memory, too.
 */
final class Budget {
  private long left;
  private long totalLeft;
  private long spent;

  /**
   * Creates the budget of a search.
   *
   * @param steps how many steps it may take that depend on what it tries
   * @param total how many steps it may take in all
   */
  Budget(long steps, long total) {
    left = steps;
    totalLeft = total;
  }

  /** Takes steps that depend on what the search tries. */
  void spend(long steps) {
    left -= steps;
    count(steps);
  }

  /** Takes steps that are linear in the trace, or are part of a step that is already spent. */
  void count(long steps) {
    totalLeft -= steps;
    spent += steps;
  }

  boolean isSpent() {
    return left <= 0 || totalLeft <= 0;
  }

  /** Whether the budget of all searches is spent. */
  boolean isTotalSpent() {
    return totalLeft <= 0;
  }

  /** The number of steps taken. */
  long spent() {
    return spent;
  }
}

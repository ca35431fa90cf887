package io.racedet.witness;

/** How many events a search may still visit. */
final class Budget {
  private final long all;
  private long left;

  Budget(long steps) {
    all = steps;
    left = steps;
  }

  void spend(long steps) {
    left -= steps;
  }

  /** Sets the rest of the budget to zero. */
  void exhaust() {
    left = Math.min(left, 0);
  }

  boolean isSpent() {
    return left <= 0;
  }

  /** The number of steps taken. */
  long spent() {
    return all - left;
  }
}

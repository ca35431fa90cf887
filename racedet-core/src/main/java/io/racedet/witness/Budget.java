package io.racedet.witness;

/** How many events a search may still look at. */
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

  /** Gives up whatever is left. */
  void exhaust() {
    left = Math.min(left, 0);
  }

  boolean isSpent() {
    return left <= 0;
  }

  /** How many steps have been taken. */
  long spent() {
    return all - left;
  }
}

package io.racedet.proof;

/**
 * How many steps the searches for witnesses in a trace may take. A step is an event that is
 * visited, or 8 bytes of its clock; time plays no part, so that results are the same on every
 * machine.
 *
 * @param search how many for one pair of accesses, 0 for no search at all
 * @param total how many for all pairs together; a search that has begun may exceed it by a few
 *     times the length of the trace
 */
public record SearchBudget(long search, long total) {
  /** No search. */
  public static final SearchBudget NONE = new SearchBudget(0, 0);

  /** The usual budget of all searches in one trace together. */
  public static final long USUAL_TOTAL = 10_000_000_000L;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is negative
   */
  public SearchBudget {
    require("budget", search);
    require("total budget", total);
  }

  private static void require(String name, long steps) {
    if (steps < 0) {
      throw new IllegalArgumentException(name + ": " + steps + " (expected: not negative)");
    }
  }

  /** Whether there is any search. */
  public boolean isNone() {
    return search == 0;
  }
}

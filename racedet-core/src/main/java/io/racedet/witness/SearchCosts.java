package io.racedet.witness;

import java.util.Arrays;

/**
 * How many pairs each step of the searches has decided, and how long each step took, also for pairs
 * that it did not decide. Not thread-safe.
 */
public final class SearchCosts {
  private static final SearchStep[] STEPS = SearchStep.values();

  private final long[] pairs = new long[STEPS.length];
  private final long[] nanos = new long[STEPS.length];
  private SearchStep current; // null between searches
  private long since;

  SearchCosts() {}

  /** Forgets the searches so far. */
  public void reset() {
    Arrays.fill(pairs, 0);
    Arrays.fill(nanos, 0);
  }

  /** Begins a step, and ends the one before it. */
  void enter(SearchStep step) {
    long now = System.nanoTime();
    if (current != null) {
      nanos[current.ordinal()] += now - since;
    }
    current = step;
    since = now;
  }

  /** Ends a search with its result. */
  void end(SearchResult result) {
    enter(null);
    if (result instanceof SearchResult.Witnessed witnessed) {
      pairs[witnessed.step().ordinal()]++;
    } else if (result instanceof SearchResult.Refuted) {
      pairs[SearchStep.REFUTATION.ordinal()]++;
    }
  }

  /**
   * {@return how many pairs a step has decided: the number of searches that ended with its result}
   */
  public long pairs(SearchStep step) {
    return pairs[step.ordinal()];
  }

  /** {@return how long a step took in all searches, in nanoseconds} */
  public long nanos(SearchStep step) {
    return nanos[step.ordinal()];
  }
}

package io.racedet.witness;

/** The result of a search for two accesses. */
public sealed interface SearchResult {
  /** A reordering after which both accesses are next events. */
  final class Witnessed implements SearchResult {
    private final Reordering reordering;
    private final SearchStep step;

    Witnessed(Reordering reordering, SearchStep step) {
      this.reordering = reordering;
      this.step = step;
    }

    /** Returns the step of the search that has found it. */
    public SearchStep step() {
      return step;
    }

    /** Returns the reordering. */
    public Reordering reordering() {
      return reordering;
    }

    /** {@return the reordering as indices of events, without the two accesses} */
    public long[] sequence() {
      return reordering.indices();
    }
  }

  /** There is no such reordering. */
  record Refuted(Refutation refutation) implements SearchResult {}

  /**
   * The budget was spent before a reordering or a refutation was found.
   *
   * @param isTotal whether the budget of all searches together was spent, which may have been
   *     before this search began, not that of one
   */
  record GaveUp(long steps, boolean isTotal) implements SearchResult {}
}

package io.racedet.witness;

/** The result of a search for two accesses. */
public sealed interface SearchResult {
  /** A reordering after which both accesses are next events. */
  final class Witnessed implements SearchResult {
    private final long[] sequence;

    Witnessed(long[] sequence) {
      this.sequence = sequence;
    }

    /**
     * Returns the reordering.
     *
     * @return indices of events, without the two accesses
     */
    public long[] sequence() {
      return sequence.clone();
    }
  }

  /**
   * There is no such reordering.
   *
   * @param refutation the reason
   */
  record Refuted(Refutation refutation) implements SearchResult {}

  /**
   * The budget was spent before a reordering or a refutation was found.
   *
   * @param steps how many steps this search took
   * @param isTotal whether the budget of all searches together was spent, which may have been
   *     before this search began, not that of one
   */
  record GaveUp(long steps, boolean isTotal) implements SearchResult {}
}

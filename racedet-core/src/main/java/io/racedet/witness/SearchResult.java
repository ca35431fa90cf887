package io.racedet.witness;

/** What a search found out about two accesses. */
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
   * @param refutation why
   */
  record Refuted(Refutation refutation) implements SearchResult {}

  /**
   * The budget was spent before either was shown.
   *
   * @param steps how many events were looked at
   */
  record GaveUp(long steps) implements SearchResult {}
}

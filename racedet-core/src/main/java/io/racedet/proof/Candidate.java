package io.racedet.proof;

import io.racedet.race.RaceKind;
import io.racedet.race.Witness;
import io.racedet.witness.Refutation;
import io.racedet.witness.Reordering;
import io.racedet.witness.SearchResult;
import io.racedet.witness.WitnessSearch;
import io.racedet.witness.checker.WitnessChecker;

/**
 * A pair of accesses as reported by an engine.
 *
 * @param first index of the earlier one, 0 when the engine knows none
 * @param firstDetail its {@link io.racedet.race.AccessContext} word
 * @param secondDetail its {@link io.racedet.race.AccessContext} word
 */
record Candidate(
    int engine,
    int variable,
    RaceKind kind,
    boolean ordered,
    long first,
    long firstDetail,
    long second,
    long secondDetail)
    implements Claim {
  /** The distance between the accesses in the trace. */
  long distance() {
    return second - first;
  }

  /** Whether the accesses are the same. */
  boolean isSame(Candidate other) {
    return first == other.first && second == other.second;
  }

  @Override
  public long[] next() {
    return new long[] {first, second};
  }

  @Override
  public boolean isKnown() {
    return first != 0;
  }

  @Override
  public SearchResult search(WitnessSearch search) {
    return search.search(first, second);
  }

  @Override
  public boolean isProved(WitnessChecker checker, Reordering found) {
    return checker.accepts(found.recorded(), found.rest(), first, second);
  }

  @Override
  public Witness witness(WitnessSchedule schedules, Reordering found) {
    return schedules.witness(found, this);
  }

  @Override
  public String refutation(RefutationText texts, Refutation reason) {
    return texts.of(this, reason);
  }

  @Override
  public String othersLeft(int refuted) {
    return "the "
        + refuted
        + " nearest pairs cannot race in any reordering; the others were not tried";
  }
}

package io.racedet.proof;

import io.racedet.race.RaceKind;

/**
 * A pair of accesses as reported by an engine.
 *
 * @param engine number of the engine
 * @param variable the variable
 * @param kind how the accesses conflict
 * @param ordered whether happens-before orders them
 * @param first index of the earlier one, 0 when the engine knows none
 * @param firstDetail its {@link io.racedet.race.AccessContext} word
 * @param second index of the later one
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
    long secondDetail) {
  /** The distance between the accesses in the trace. */
  long distance() {
    return second - first;
  }

  /** Whether the accesses are the same. */
  boolean isSame(Candidate other) {
    return first == other.first && second == other.second;
  }
}

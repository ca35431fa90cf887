package io.racedet.proof;

import io.racedet.race.RaceKind;

/**
 * A pair of accesses as an engine has sent it.
 *
 * @param engine number of the engine
 * @param variable the variable
 * @param kind how the accesses conflict
 * @param ordered whether happens-before orders them
 * @param first index of the earlier one, 0 when the engine has none
 * @param firstDetail a {@link io.racedet.race.AccessContext}
 * @param second index of the later one
 * @param secondDetail a {@link io.racedet.race.AccessContext}
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
  /** How far apart the accesses are in the trace. */
  long distance() {
    return second - first;
  }

  /** Whether the accesses are the same. */
  boolean isSame(Candidate other) {
    return first == other.first && second == other.second;
  }
}

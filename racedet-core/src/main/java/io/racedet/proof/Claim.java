package io.racedet.proof;

import io.racedet.race.Witness;
import io.racedet.witness.Refutation;
import io.racedet.witness.Reordering;
import io.racedet.witness.SearchResult;
import io.racedet.witness.WitnessSearch;
import io.racedet.witness.checker.WitnessChecker;

/** What a reordering of the trace can prove: that some events can come next at the same time. */
sealed interface Claim permits Candidate, DeadlockClaim {
  /** The indices of the events, in the trace or in the order of a cycle. */
  long[] next();

  /** Whether all events are known, so that it can be searched for. */
  boolean isKnown();

  /** Searches for a reordering. */
  SearchResult search(WitnessSearch search);

  /** Whether a reordering proves it. */
  boolean isProved(WitnessChecker checker, Reordering found);

  /** The reordering for display. */
  Witness witness(WitnessSchedule schedules, Reordering found);

  /** Why there is none. */
  String refutation(RefutationText texts, Refutation reason);

  /** Why nothing is decided if so many claims are refuted, and there are others. */
  String othersLeft(int refuted);
}

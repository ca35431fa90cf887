package io.racedet.proof;

import io.racedet.race.ProofStep;
import io.racedet.witness.SearchCosts;
import io.racedet.witness.SearchStep;
import java.util.ArrayList;
import java.util.List;

/** What the searches for the races of one engine cost, beside the steps of the search itself. */
final class ProofCosts {
  private long searched; // pairs
  private long indexing; // nanoseconds
  private long checking;

  /** Adds the time that the index of the trace took. */
  void indexed(long nanos) {
    indexing += nanos;
  }

  /** Adds a pair that is searched. */
  void searched() {
    searched++;
  }

  /** Adds the time that the check of a witness took. */
  void checked(long nanos) {
    checking += nanos;
  }

  /** The steps in their order; none if nothing was searched. */
  List<ProofStep> steps(SearchCosts search) {
    List<ProofStep> steps = new ArrayList<>();
    if (searched == 0) {
      return steps;
    }
    steps.add(new ProofStep("index of the trace", 0, 0, indexing));
    long undecided = searched;
    for (SearchStep step : SearchStep.values()) {
      undecided -= search.pairs(step);
      steps.add(new ProofStep(name(step), search.pairs(step), searched, search.nanos(step)));
    }
    steps.add(new ProofStep("undecided", undecided, searched, 0));
    steps.add(new ProofStep("check of the witnesses", 0, 0, checking));
    return steps;
  }

  private static String name(SearchStep step) {
    return switch (step) {
      case SYNC_PRESERVING -> "sync-preserving closure";
      case OPTIMISTIC_REVERSAL -> "optimistic reversal";
      case BACKTRACKING -> "backtracking";
      case REFUTATION -> "refutation";
    };
  }
}

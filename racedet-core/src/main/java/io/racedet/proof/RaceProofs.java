package io.racedet.proof;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.race.Grade;
import io.racedet.race.Witness;
import io.racedet.witness.EventHistory;
import io.racedet.witness.SearchResult;
import io.racedet.witness.WitnessChecker;
import io.racedet.witness.WitnessSearch;
import java.util.List;

/** Proves or refutes candidates: records the trace and searches it for witnesses at its end. */
public final class RaceProofs {
  /**
   * The result for one race.
   *
   * @param grade PREDICTED, WITNESSED or REFUTED
   * @param pair the candidate that it is about, null if it is about all
   * @param witness the reordering
   * @param remark why the race is refuted, or why the search was inconclusive
   */
  record Proof(Grade grade, Candidate pair, Witness witness, String remark) {
    /** The result before any search. */
    static final Proof UNKNOWN = new Proof(Grade.PREDICTED, null, Witness.NONE, "");
  }

  private final Names names;
  private final long budget;
  private final EventHistory trace;
  private final WitnessSchedule schedules;
  private WitnessSearch search; // created on demand
  private WitnessChecker checker;

  /**
   * Creates the state before the first event.
   *
   * @param budget how many events a search may visit
   */
  public RaceProofs(LockContexts contexts, Names names, long budget) {
    this.names = names;
    this.budget = budget;
    trace = new EventHistory(contexts);
    schedules = new WitnessSchedule(trace, names);
  }

  /** Checks a budget. */
  public static long budget(long budget) {
    if (budget < 0) {
      throw new IllegalArgumentException("budget: " + budget + " (expected: not negative)");
    }
    return budget;
  }

  /** Records the next events of the trace. */
  public void record(EventBlock block) {
    trace.consume(block);
  }

  /**
   * Searches for witnesses of the candidates for one race, one after another until one is found.
   *
   * @param candidates some of the candidates
   * @param areAll whether there are no others, which would have to be refuted, too
   */
  Proof prove(List<Candidate> candidates, boolean areAll) {
    if (search == null) {
      search = new WitnessSearch(trace, budget);
      checker = new WitnessChecker(trace);
    }
    Proof refuted = null;
    Proof undecided = null;
    for (Candidate pair : candidates) {
      Proof proof = pair.first() == 0 ? Proof.UNKNOWN : prove(pair);
      switch (proof.grade()) {
        case WITNESSED -> {
          return proof;
        }
        case REFUTED -> refuted = refuted == null ? proof : refuted;
        default -> undecided = undecided == null ? proof : undecided;
      }
    }
    if (undecided != null) {
      return undecided;
    }
    return areAll
        ? refuted
        : new Proof(
            Grade.PREDICTED,
            refuted.pair(),
            Witness.NONE,
            "the "
                + candidates.size()
                + " nearest pairs cannot race in any reordering; the others were not tried");
  }

  private Proof prove(Candidate pair) {
    SearchResult verdict = search.search(pair.first(), pair.second());
    if (verdict instanceof SearchResult.Witnessed witnessed) {
      long[] sequence = witnessed.sequence();
      if (!checker.accepts(sequence, pair.first(), pair.second())) {
        throw new IllegalStateException(
            "the checker refuses the witness of events " + pair.first() + "," + pair.second());
      }
      return new Proof(Grade.WITNESSED, pair, schedules.witness(sequence, pair), "");
    }
    if (verdict instanceof SearchResult.Refuted refuted) {
      String reason = new RefutationText(trace, names).of(pair, refuted.refutation());
      return new Proof(Grade.REFUTED, pair, Witness.NONE, reason);
    }
    long steps = ((SearchResult.GaveUp) verdict).steps();
    return new Proof(
        Grade.PREDICTED,
        pair,
        Witness.NONE,
        "the search for a witness gave up after " + steps + " steps");
  }
}

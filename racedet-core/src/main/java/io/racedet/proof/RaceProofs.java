package io.racedet.proof;

import io.racedet.clock.LockContexts;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.race.Grade;
import io.racedet.race.Witness;
import io.racedet.witness.EventHistory;
import io.racedet.witness.SearchResult;
import io.racedet.witness.WitnessChecker;
import io.racedet.witness.WitnessSearch;
import java.util.List;

/** Proves or refutes candidates: keeps the trace and searches it for witnesses when it is over. */
public final class RaceProofs {
  /**
   * What a search came to.
   *
   * @param grade PREDICTED, WITNESSED or REFUTED
   * @param pair the candidate that it is about, null if there is none in particular
   * @param witness the reordering
   * @param remark why it is refuted, or not decided
   */
  record Proof(Grade grade, Candidate pair, Witness witness, String remark) {
    /** That of a candidate for which no witness has been searched. */
    static final Proof UNKNOWN = new Proof(Grade.PREDICTED, null, Witness.NONE, "");
  }

  private final Names names;
  private final long budget;
  private final EventHistory trace;
  private final WitnessSchedule schedules;
  private WitnessSearch search; // null until it is needed
  private WitnessChecker checker;

  /**
   * Starts with no event.
   *
   * @param budget how many events a search may look at
   */
  public RaceProofs(LockContexts contexts, Names names, long budget) {
    this.names = names;
    this.budget = budget;
    trace = new EventHistory(contexts);
    schedules = new WitnessSchedule(trace, names);
  }

  /** A budget if it is one. */
  public static long budget(long budget) {
    if (budget < 0) {
      throw new IllegalArgumentException("budget: " + budget + " (expected: not negative)");
    }
    return budget;
  }

  /** Keeps the next events of the trace. */
  public void record(EventBlock block) {
    trace.consume(block);
  }

  /**
   * Decides about candidates that stand for one race, one after another until one is witnessed.
   *
   * @param candidates some of them
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

package io.racedet.proof;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.race.Grade;
import io.racedet.race.Limit;
import io.racedet.race.ProofStep;
import io.racedet.race.Witness;
import io.racedet.witness.EventHistory;
import io.racedet.witness.Reordering;
import io.racedet.witness.SearchResult;
import io.racedet.witness.WitnessSearch;
import io.racedet.witness.checker.WitnessChecker;
import io.racedet.witness.unrecorded.UnrecordedAccesses;
import io.racedet.witness.unrecorded.WalkedAccesses;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Proves or refutes candidates: records the trace and searches it for witnesses at its end. */
public final class RaceProofs {
  /**
   * The result for one race.
   *
   * @param grade PREDICTED, WITNESSED or REFUTED
   * @param pair the candidate that it is about, null if it is about all
   * @param witness the reordering
   * @param remark why the race is refuted, or why the search was inconclusive
   * @param limit the limit because of which the search was inconclusive, otherwise null
   */
  record Proof(Grade grade, Candidate pair, Witness witness, String remark, Limit limit) {
    /** The result before any search. */
    static final Proof UNKNOWN = new Proof(Grade.PREDICTED, null, Witness.NONE, "", null);

    static Proof undecided(Candidate pair, String remark, Limit limit) {
      return new Proof(Grade.PREDICTED, pair, Witness.NONE, remark, limit);
    }
  }

  /** Decides whether a sequence of events is a witness of two accesses. */
  @FunctionalInterface
  interface Check {
    boolean accepts(int recorded, long[] rest, long one, long other);
  }

  private static final String UNRECORDED =
      "the reordering that was found may differ from the program's accesses of a variable that is"
          + " in a race itself: not all of them were recorded";

  private static final String WALKED =
      "the reordering that was found may differ from the order of the program's accesses: they are"
          + " in a walk over an array, of which not every step was recorded";

  private final Names names;
  private final SearchBudget budget;
  private final EventHistory trace;
  private final Function<EventHistory, Check> checks;
  private final WitnessSchedule schedules;
  private WitnessSearch search; // created on demand
  private Check checker;
  private WitnessChecker deadlockChecker;
  private UnrecordedAccesses unrecorded;
  private WalkedAccesses walked;
  private ProofCosts costs = new ProofCosts();

  /**
   * Creates the state before the first event.
   *
   * @param budget how many steps the searches may take
   */
  public RaceProofs(LockContexts contexts, Names names, SearchBudget budget) {
    this(contexts, names, budget, trace -> new WitnessChecker(trace)::accepts);
  }

  /**
   * Creates the state before the first event.
   *
   * @param checks makes the check of the witnesses in a trace
   */
  RaceProofs(
      LockContexts contexts,
      Names names,
      SearchBudget budget,
      Function<EventHistory, Check> checks) {
    this.names = names;
    this.budget = budget;
    this.checks = checks;
    trace = new EventHistory(contexts);
    schedules = new WitnessSchedule(trace, names);
  }

  /** Records the next events of the trace. */
  public void record(EventBlock block) {
    trace.consume(block);
  }

  /** Counts the costs of searches from now on. */
  void countAgain() {
    costs = new ProofCosts();
    if (search != null) {
      search.costs().reset();
    }
  }

  /** The costs since then. */
  List<ProofStep> steps() {
    return search == null ? List.of() : costs.steps(search.costs());
  }

  /** How many steps the searches may take. */
  SearchBudget budget() {
    return budget;
  }

  /**
   * Searches for witnesses of the candidates for one race, one after another until one is found.
   *
   * @param candidates some of the candidates
   * @param areAll whether there are no others, which would have to be refuted, too
   * @param errors receives what is wrong with racedet itself
   */
  Proof prove(List<Candidate> candidates, boolean areAll, Consumer<String> errors) {
    prepare();
    Proof refuted = null;
    Proof undecided = null;
    for (Candidate pair : candidates) {
      Proof proof = pair.first() == 0 ? Proof.UNKNOWN : prove(pair, errors);
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
        : Proof.undecided(
            refuted.pair(),
            "the "
                + candidates.size()
                + " nearest pairs cannot race in any reordering; the others were not tried",
            Limit.PAIRS_TRIED);
  }

  private void prepare() {
    if (search == null) {
      long start = System.nanoTime();
      search = new WitnessSearch(trace, budget.search(), budget.total());
      checker = checks.apply(trace);
      unrecorded = new UnrecordedAccesses(trace);
      walked = new WalkedAccesses(trace);
      costs.indexed(System.nanoTime() - start);
    }
  }

  private Proof prove(Candidate pair, Consumer<String> errors) {
    costs.searched();
    SearchResult verdict = search.search(pair.first(), pair.second());
    return decide(verdict, pair, errors, pair.first(), pair.second());
  }

  /**
   * Searches for a reordering that ends in a dead-lock.
   *
   * @param requests indices of acquires, a cycle of which each one's thread holds what the next one
   *     asks for
   * @param errors receives what is wrong with racedet itself
   */
  Proof proveDeadlock(long[] requests, Consumer<String> errors) {
    prepare();
    costs.searched();
    return decide(search.searchDeadlock(requests), null, errors, requests);
  }

  private boolean accepts(Candidate pair, Reordering found, long... next) {
    if (pair != null) {
      return checker.accepts(found.recorded(), found.rest(), next[0], next[1]);
    }
    deadlockChecker = deadlockChecker == null ? new WitnessChecker(trace) : deadlockChecker;
    return deadlockChecker.acceptsDeadlock(found.recorded(), found.rest(), next);
  }

  /**
   * Decides by the result of a search.
   *
   * @param pair the candidate, null for a dead-lock
   * @param next the indices of its events
   */
  private Proof decide(
      SearchResult verdict, Candidate pair, Consumer<String> errors, long... next) {
    if (verdict instanceof SearchResult.Witnessed witnessed) {
      Reordering found = witnessed.reordering();
      long start = System.nanoTime();
      boolean isAccepted = accepts(pair, found, next);
      costs.checked(System.nanoTime() - start);
      if (!isAccepted) {
        String error =
            "the checker refuses the witness of events "
                + LongStream.of(next).mapToObj(String::valueOf).collect(Collectors.joining(","));
        errors.accept(error + "; please report this with the trace");
        return Proof.undecided(pair, "internal error: " + error, null);
      }
      if (!unrecorded.allow(found)) {
        return Proof.undecided(pair, UNRECORDED, null);
      }
      if (!walked.allow(found, next)) {
        return Proof.undecided(pair, WALKED, null);
      }
      Witness witness = pair == null ? schedules.witness(found) : schedules.witness(found, pair);
      return new Proof(Grade.WITNESSED, pair, witness, "", null);
    }
    if (verdict instanceof SearchResult.Refuted refuted) {
      RefutationText text = new RefutationText(trace, names);
      String reason =
          pair == null
              ? text.ofDeadlock(next, refuted.refutation())
              : text.of(pair, refuted.refutation());
      return new Proof(Grade.REFUTED, pair, Witness.NONE, reason, null);
    }
    SearchResult.GaveUp end = (SearchResult.GaveUp) verdict;
    String remark =
        end.steps() == 0
            ? "no witness was searched for"
            : "the search for a witness gave up after " + end.steps() + " steps";
    return end.isTotal()
        ? Proof.undecided(pair, remark + ": the budget of all searches is spent", Limit.TOTAL_STEPS)
        : Proof.undecided(pair, remark, Limit.SEARCH_STEPS);
  }
}

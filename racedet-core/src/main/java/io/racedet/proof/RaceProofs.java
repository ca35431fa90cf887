package io.racedet.proof;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.race.Grade;
import io.racedet.race.Limit;
import io.racedet.race.Proof;
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

/**
 * Proves or refutes races and deadlocks: records the trace and searches it for witnesses at its
 * end.
 */
public final class RaceProofs {
  /** Decides whether reorderings prove what is claimed. */
  @FunctionalInterface
  interface Check {
    boolean accepts(Claim claim, Reordering found);
  }

  private static final String UNRECORDED =
      "the reordering that was found may differ from the program: it depends on accesses to a"
          + " variable that itself has a race, and not all of these were recorded";

  private static final String WALKED =
      "the reordering that was found may differ from the program: its accesses are part of a walk"
          + " over an array, and not every step of the walk was recorded";

  private final Names names;
  private final SearchBudget budget;
  private final EventHistory trace;
  private final Function<EventHistory, Check> checks;
  private final WitnessSchedule schedules;
  private WitnessSearch search; // created on demand
  private Check checker;
  private UnrecordedAccesses unrecorded;
  private WalkedAccesses walked;
  private ProofCosts costs = new ProofCosts();

  /**
   * Creates the state before the first event.
   *
   * @param budget how many steps the searches may take
   */
  public RaceProofs(LockContexts contexts, Names names, SearchBudget budget) {
    this(contexts, names, budget, RaceProofs::check);
  }

  private static Check check(EventHistory trace) {
    WitnessChecker checker = new WitnessChecker(trace);
    return (claim, found) -> claim.isProved(checker, found);
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

  /** Creates the state before the first event, or null for a budget that allows no search. */
  public static RaceProofs within(SearchBudget budget, LockContexts contexts, Names names) {
    return budget.isNone() ? null : new RaceProofs(contexts, names, budget);
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
   * Searches for witnesses of one race or deadlock until one is found.
   *
   * @param claims at least one, each of which would prove it
   * @param areAll whether there are no others, which would have to be refuted, too
   * @param errors receives what is wrong with racedet itself
   */
  <C extends Claim> Decision<C> prove(List<C> claims, boolean areAll, Consumer<String> errors) {
    prepare();
    Decision<C> refuted = null;
    Decision<C> undecided = null;
    for (C claim : claims) {
      Decision<C> found = claim.isKnown() ? prove(claim, errors) : Decision.unknown();
      switch (found.grade()) {
        case WITNESSED -> {
          return found;
        }
        case REFUTED -> refuted = refuted == null ? found : refuted;
        default -> undecided = undecided == null ? found : undecided;
      }
    }
    if (undecided != null) {
      return undecided;
    }
    return areAll
        ? refuted
        : Decision.undecided(
            refuted.claim(), refuted.claim().othersLeft(claims.size()), Limit.PAIRS_TRIED);
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

  private <C extends Claim> Decision<C> prove(C claim, Consumer<String> errors) {
    costs.searched();
    SearchResult verdict = claim.search(search);
    if (verdict instanceof SearchResult.Witnessed witnessed) {
      Reordering found = witnessed.reordering();
      long start = System.nanoTime();
      boolean isAccepted = checker.accepts(claim, found);
      costs.checked(System.nanoTime() - start);
      if (!isAccepted) {
        return refused(claim, errors);
      }
      if (!unrecorded.allow(found)) {
        return Decision.undecided(claim, UNRECORDED, null);
      }
      if (!walked.allow(found, claim.next())) {
        return Decision.undecided(claim, WALKED, null);
      }
      Witness witness = claim.witness(schedules, found);
      return new Decision<>(new Proof(Grade.WITNESSED, witness, ""), claim, null);
    }
    if (verdict instanceof SearchResult.Refuted refuted) {
      String reason = claim.refutation(new RefutationText(trace, names), refuted.refutation());
      return new Decision<>(Proof.of(Grade.REFUTED, reason), claim, null);
    }
    SearchResult.GaveUp end = (SearchResult.GaveUp) verdict;
    String remark =
        end.steps() == 0
            ? "no witness was searched for"
            : "the search for a witness gave up after " + end.steps() + " steps";
    return end.isTotal()
        ? Decision.undecided(
            claim, remark + ": the budget of all searches is spent", Limit.TOTAL_STEPS)
        : Decision.undecided(claim, remark, Limit.SEARCH_STEPS);
  }

  private static <C extends Claim> Decision<C> refused(C claim, Consumer<String> errors) {
    String error =
        "the checker refuses the witness of events "
            + LongStream.of(claim.next())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(","));
    errors.accept(error + "; please report this with the trace");
    return Decision.undecided(claim, "internal error: " + error, null);
  }
}

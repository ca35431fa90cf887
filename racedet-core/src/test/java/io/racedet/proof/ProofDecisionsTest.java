package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Walk;
import io.racedet.race.Grade;
import io.racedet.race.ProofStep;
import io.racedet.race.RaceKind;
import io.racedet.witness.Reordering;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is decided of single claims, and what that costs. */
class ProofDecisionsTest {
  private static final SearchBudget ENOUGH = new SearchBudget(10_000, 1_000_000);
  private static final String MAY_DIFFER =
      "the reordering that was found may differ from the program: ";

  private final List<String> errors = new ArrayList<>();

  private static RaceProofs proofs(RecordedTrace trace) {
    RaceProofs proofs = new RaceProofs(trace.contexts, trace.names, ENOUGH);
    proofs.record(trace.block);
    return proofs;
  }

  private Decision<Candidate> decide(RaceProofs proofs, Candidate pair) {
    return proofs.prove(List.of(pair), true, errors::add);
  }

  private static void assertUndecided(Decision<Candidate> decision, Candidate pair, String why) {
    assertThat(decision.grade()).isEqualTo(Grade.PREDICTED);
    assertThat(decision.claim()).isEqualTo(pair);
    assertThat(decision.proof().remark()).isEqualTo(why);
    assertThat(decision.limit()).isNull();
  }

  /** A search does not ask what the accesses do, the check of its result does. */
  @Test
  void twoReads_checkerRefusesTheWitness() {
    RecordedTrace trace = RecordedTrace.of("T1|r(x)  T2|r(x)");
    Candidate reads = trace.pair(1, 2);
    String error = "the checker refuses the witness of events 1,2";
    assertUndecided(decide(proofs(trace), reads), reads, "internal error: " + error);
    assertThat(errors).containsExactly(error + "; please report this with the trace");
  }

  /** Each reordering has accesses of which only the number is recorded, and which have a race. */
  @Test
  void witnessWithAccessesThatAreNotRecorded_isUndecided() {
    RecordedTrace trace = RecordedTrace.of("T1|r(x)  T2|w(x)  T1|again(x)  T1|w(y)  T2|w(y)");
    Candidate pair = trace.pair(4, 5);
    assertUndecided(
        decide(proofs(trace), pair),
        pair,
        MAY_DIFFER
            + "it depends on accesses to a variable that itself has a race, and not all of these"
            + " were recorded");
    assertThat(errors).isEmpty();
  }

  /** Each reordering has a step of a walk that has a race. */
  @Test
  void witnessWithStepsOfAWalk_isUndecided() {
    LockContexts contexts = new LockContexts();
    EventBlock block = new EventBlock();
    block.addRange(Op.READ, 0, 0, Walk.of(1, 2), 1, contexts.root(0), 0);
    block.add(Op.WRITE, 1, 0, 3, contexts.root(1), 1);
    block.add(Op.WRITE, 0, 2, 4, contexts.root(0), 2);
    block.add(Op.WRITE, 1, 2, 5, contexts.root(1), 3);
    RaceProofs proofs = new RaceProofs(contexts, Names.IDS, ENOUGH);
    proofs.record(block);
    Candidate pair = new Candidate(0, 2, RaceKind.WRITE_WRITE, true, 4, 0, 5, 0);
    assertUndecided(
        decide(proofs, pair),
        pair,
        MAY_DIFFER
            + "its accesses are part of a walk over an array, and not every step of the walk was"
            + " recorded");
    assertThat(errors).isEmpty();
  }

  @Test
  void steps_areThoseOfTheSearchesSinceTheLastCount() {
    RecordedTrace trace = RecordedTrace.of("T1|w(x)  T2|w(x)  T1|w(y)  T2|w(y)");
    RaceProofs proofs = proofs(trace);
    proofs.countAgain();
    assertThat(proofs.steps()).isEmpty();
    decide(proofs, trace.pair(1, 2));
    decide(proofs, trace.pair(3, 4));
    assertThat(proofs.steps())
        .extracting(ProofStep::name, ProofStep::pairs, ProofStep::searched)
        .contains(tuple("sync-preserving closure", 2L, 2L), tuple("undecided", 0L, 2L));
    proofs.countAgain();
    assertThat(proofs.steps()).isEmpty();
    decide(proofs, trace.pair(3, 4));
    assertThat(proofs.steps())
        .extracting(ProofStep::name, ProofStep::pairs, ProofStep::searched)
        .contains(tuple("sync-preserving closure", 1L, 1L), tuple("undecided", 0L, 1L));
  }

  @Test
  void collector_hasTheStepsOfItsOwnSearches() {
    RecordedTrace trace = RecordedTrace.of("T1|w(x)|A  T2|w(x)|B  T1|w(y)|C  T2|w(y)|D");
    RaceProofs proofs = proofs(trace);
    assertThat(collected(trace, proofs, trace.pair(1, 2), trace.pair(3, 4)).steps())
        .extracting(ProofStep::name, ProofStep::pairs, ProofStep::searched)
        .contains(tuple("sync-preserving closure", 2L, 2L), tuple("undecided", 0L, 2L));
    assertThat(collected(trace, proofs, trace.pair(1, 2)).steps())
        .extracting(ProofStep::name, ProofStep::pairs, ProofStep::searched)
        .contains(tuple("sync-preserving closure", 1L, 1L), tuple("undecided", 0L, 1L));
  }

  private static RaceCollector collected(
      RecordedTrace trace, RaceProofs proofs, Candidate... pairs) {
    RaceCollector collector =
        new RaceCollector(trace.contexts, trace.names, false, List.of("tsan"), proofs);
    for (Candidate p : pairs) {
      collector
          .sink(0)
          .race(
              p.variable(),
              p.kind(),
              p.ordered(),
              p.first(),
              p.firstDetail(),
              p.second(),
              p.secondDetail());
    }
    collector.prove(race -> {});
    return collector;
  }

  /** No step takes no time, nor more than all of them together. */
  @Test
  void steps_ofIndexAndCheck_haveTheTimeOfTheirWork() {
    RecordedTrace trace = RecordedTrace.of("T1|w(x)  T2|w(x)");
    RaceProofs proofs =
        new RaceProofs(
            trace.contexts,
            trace.names,
            ENOUGH,
            history -> {
              awaitNextInstant();
              return ProofDecisionsTest::acceptLater;
            });
    proofs.record(trace.block);
    long start = System.nanoTime();
    decide(proofs, trace.pair(1, 2));
    long all = System.nanoTime() - start;
    assertThat(proofs.steps())
        .filteredOn(
            step -> List.of("index of the trace", "check of the witnesses").contains(step.name()))
        .hasSize(2)
        .allSatisfy(step -> assertThat(step.nanos()).isBetween(1L, all));
  }

  private static boolean acceptLater(Claim claim, Reordering found) {
    awaitNextInstant();
    return true;
  }

  private static void awaitNextInstant() {
    long now = System.nanoTime();
    while (System.nanoTime() == now) {
      Thread.onSpinWait();
    }
  }
}

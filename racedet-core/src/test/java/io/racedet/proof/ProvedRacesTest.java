package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.AccessIds;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of its pairs a race is shown with, once they have been proved or refuted. */
class ProvedRacesTest {
  /** The second thread sees what the first one writes after its access, which is event 2. */
  private static final String REFUTED =
      "T1|acq(a)  T1|w(x)|A  T1|w(y)  T1|rel(a)  T2|acq(a)  T2|r(y)  T2|rel(a)  T2|w(x)|B";

  /** The second section may come before the first one. */
  private static final String WITNESSED =
      "T3|acq(b)  T3|w(z)|A  T3|rel(b)  T4|acq(b)  T4|rel(b)  T4|w(z)|B";

  private final List<Race> decided = new ArrayList<>();
  private RecordedTrace trace;
  private RaceCollector collector;

  private void collect(String events, SearchBudget budget) {
    trace = RecordedTrace.of(events);
    RaceProofs proofs = new RaceProofs(trace.contexts, trace.names, budget);
    proofs.record(trace.block);
    collector = new RaceCollector(trace.contexts, trace.names, false, List.of("engine"), proofs);
  }

  private void collect(String events) {
    collect(events, new SearchBudget(10_000, 1_000_000));
  }

  private void report(int first, int second, boolean ordered) {
    Candidate pair = trace.pair(first, second);
    collector
        .sink(0)
        .race(
            pair.variable(),
            pair.kind(),
            ordered,
            first,
            pair.firstDetail(),
            second,
            pair.secondDetail());
  }

  @Test
  void firstPairRefuted_laterOneWitnessed_isShown_andSortedByIt() {
    collect(REFUTED + "  " + WITNESSED.replace("T3|rel", "T1|r(u)|C  T4|w(u)|D  T3|rel"));
    report(2, 8, true);
    report(11, 12, false);
    report(10, 16, true);
    collector.prove(decided::add);
    assertThat(decided).extracting(Race::grade).containsExactly(Grade.OBSERVED, Grade.WITNESSED);
    assertThat(collector.found()).extracting("second.index").containsExactly(12L, 16L);
    assertThat(collector.found()).extracting("first.index").containsExactly(11L, 10L);
    assertThat(collector.found()).extracting(Race::variable).containsExactly("u", "z");
    assertThat(collector.found()).extracting(Race::count).containsExactly(1L, 2L);
    assertThat(collector.refuted()).isEmpty();
    int variable = trace.names.event(10).operand();
    int location = trace.names.event(10).location();
    assertThat(collector.ids().get(1).first())
        .isEqualTo(new AccessIds(10, trace.names.event(10).thread(), variable, location));
    assertThat(collector.ids().get(1).second().index()).isEqualTo(16);
  }

  @Test
  void refuted_areSorted_andNoRaces() {
    collect(REFUTED + "  " + REFUTED.replaceAll("[(]([axy])", "(o$1").replaceAll("([AB])$", "C"));
    report(10, 16, true);
    report(2, 8, true);
    collector.prove(decided::add);
    assertThat(decided).isEmpty();
    assertThat(collector.found()).isEmpty();
    assertThat(collector.ids()).isEmpty();
    assertThat(collector.refuted()).extracting("second.index").containsExactly(8L, 16L);
    assertThat(collector.refuted()).extracting(Race::grade).containsOnly(Grade.REFUTED);
  }

  /** Distances count, not how late in the trace the accesses are. */
  @Test
  void nearestPairFoundLast_isTriedFirst() {
    int others = Found.MAX_TRIED;
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < others; i++) {
      events.append(REFUTED.replaceAll("[(]([axy])", "($1" + i)).append("  ");
    }
    collect(events + WITNESSED);
    for (int i = 0; i < others; i++) {
      report(8 * i + 2, 8 * i + 8, true);
    }
    report(8 * others + 2, 8 * others + 6, true);
    collector.prove(decided::add);
    assertThat(decided).extracting(Race::grade).containsExactly(Grade.WITNESSED);
    assertThat(decided).extracting(Race::variable).containsExactly("z");
    assertThat(decided).extracting(Race::count).containsExactly(others + 1L);
  }

  @Test
  void observedLater_isNotSearched() {
    collect(REFUTED + "  T3|w(v)|A  T4|w(v)|B", new SearchBudget(0, 0));
    report(2, 8, true);
    report(9, 10, false);
    report(2, 8, true);
    collector.prove(decided::add);
    assertThat(decided).extracting(Race::grade).containsExactly(Grade.OBSERVED);
    assertThat(decided).extracting(Race::variable).containsExactly("v");
    assertThat(decided).extracting(Race::kind).containsExactly(RaceKind.WRITE_WRITE);
    assertThat(collector.limits()).isEmpty();
  }

  @Test
  void droppedProofs_decideNothing() {
    collect(WITNESSED);
    report(2, 6, true);
    collector.dropProofs();
    collector.prove(decided::add);
    assertThat(decided).isEmpty();
    assertThat(collector.found()).extracting(Race::grade).containsExactly(Grade.PREDICTED);
  }

  @Test
  void noStepsForAnySearch_noneIsBegun_andTheRemarkSaysSo() {
    collect(WITNESSED, new SearchBudget(1_000, 0));
    report(2, 6, true);
    collector.prove(decided::add);
    assertThat(decided).extracting(Race::grade).containsExactly(Grade.PREDICTED);
    assertThat(decided)
        .extracting(Race::remark)
        .containsExactly("no witness was searched for: the budget of all searches is spent");
    assertThat(collector.limits())
        .containsExactly(
            new ReachedLimit(
                "TOTAL_STEPS",
                "1 of 1 race not decided: all searches for witnesses together may take 0 steps",
                "--total-budget"));
  }

  /** A search that fails at a later race is dropped, and what was cut off before is still said. */
  @Test
  void limitBeforeProofsAreDropped_isStillSaid() {
    collect(WITNESSED, new SearchBudget(1_000, 0));
    report(2, 6, true);
    collector.prove(decided::add);
    List<ReachedLimit> limits = collector.limits();
    collector.dropProofs();
    assertThat(collector.limits()).hasSize(1).isEqualTo(limits);
  }
}

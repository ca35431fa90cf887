package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.racedet.race.ProofStep;
import io.racedet.witness.SearchStep;
import io.racedet.witness.WitnessSearch;
import org.junit.jupiter.api.Test;

/** What a report says of the costs of searches. */
class ProofCostsTest {
  private static final int INDEX = 0;
  private static final int FIRST_SEARCH_STEP = 1;
  private static final int CHECK = 6;

  /** The pair of z needs a reversal, that of y is under one lock, that of x is free. */
  private static final RecordedTrace TRACE =
      RecordedTrace.of(
          "T1|acq(a)  T1|w(z)  T1|rel(a)  T2|acq(a)  T2|rel(a)  T2|w(z)  T1|acq(b)  T1|w(y)"
              + "  T1|rel(b)  T2|acq(b)  T2|w(y)  T2|rel(b)  T1|w(x)  T2|w(x)");

  private final ProofCosts costs = new ProofCosts();
  private final WitnessSearch search = new WitnessSearch(TRACE.history(), 1_000, 1_000_000);

  @Test
  void steps_nothingSearched_none() {
    costs.indexed(1);
    assertThat(costs.steps(search.costs())).isEmpty();
  }

  @Test
  void steps_sayHowManyPairsEachHasDecided_andHowManyAreUndecided() {
    search.search(2, 6);
    search.search(8, 11);
    search.search(13, 14);
    for (int i = 0; i < 5; i++) {
      costs.searched();
    }
    assertThat(costs.steps(search.costs()))
        .extracting(ProofStep::name, ProofStep::pairs, ProofStep::searched)
        .containsExactly(
            tuple("index of the trace", 0L, 0L),
            tuple("sync-preserving closure", 1L, 5L),
            tuple("optimistic reversal", 1L, 5L),
            tuple("backtracking", 0L, 5L),
            tuple("refutation", 1L, 5L),
            tuple("undecided", 2L, 5L),
            tuple("check of the witnesses", 0L, 0L));
  }

  @Test
  void steps_haveTheTimesOfAllPairs() {
    search.search(13, 14);
    costs.searched();
    costs.indexed(5);
    costs.indexed(7);
    costs.checked(3);
    costs.checked(8);
    assertThat(costs.steps(search.costs()).get(INDEX).nanos()).isEqualTo(12);
    assertThat(costs.steps(search.costs()).get(CHECK).nanos()).isEqualTo(11);
    for (SearchStep step : SearchStep.values()) {
      assertThat(costs.steps(search.costs()).get(FIRST_SEARCH_STEP + step.ordinal()).nanos())
          .isEqualTo(search.costs().nanos(step));
    }
  }
}

package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.oracle.TestTrace;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which steps of a search decide, and what they cost. */
class SearchStepsTest {
  private static final long UNLIMITED = Long.MAX_VALUE;

  /** Sections that can only be reversed. */
  private static final String REVERSIBLE =
      "T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|rel(l)  T2|w(x)";

  /** The same with another conflict in the sections, of which the order has to change, too. */
  private static final String REVERSIBLE_ORDER =
      "T1|acq(l)  T1|w(v)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|w(v)  T2|rel(l)  T2|w(x)";

  private static WitnessSearch search(String events, long steps, long total) {
    return new WitnessSearch(Recording.of(TestTrace.parse(events.split("  "))), steps, total);
  }

  /** No step is spent on what could be tried. */
  @ParameterizedTest
  @CsvSource({
    "'T1|w(x)  T1|fork(T2)  T2|w(x)', 1, 3",
    "'T1|w(x)  T1|fork(T2)  T2|r(y)  T2|w(x)', 1, 4",
    "'T1|w(x)  T1|w(y)  T2|r(y)  T2|w(x)', 1, 4",
    "'T3|w(y)  T1|w(x)  T1|w(y)  T2|r(y)  T2|w(x)', 2, 5",
  })
  void search_secondNeedsTheFirst_refutedWithoutTrying(String events, int first, int second) {
    assertThat(search(events, 0, UNLIMITED).search(first, second))
        .isInstanceOfSatisfying(
            SearchResult.Refuted.class,
            refuted -> assertThat(refuted.refutation().kind()).isEqualTo(Refutation.Kind.NEEDED));
  }

  /** All that is recorded before the first access is kept, in the last one only what is needed. */
  @ParameterizedTest
  @CsvSource({
    "'T1|w(x)  T2|w(x)', 1, 2",
    "'T1|fork(T2)  T1|w(x)  T2|w(x)', 2, 3",
    "'T1|acq(l)  T2|r(x)  T1|w(x)  T1|rel(l)  T3|acq(l)  T3|w(z)  T3|rel(l)  T3|w(x)', 2, 8",
  })
  void search_recordedOrderDoes_witnessedWithoutTrying(String events, int first, int second) {
    assertThat(search(events, 0, UNLIMITED).search(first, second))
        .isInstanceOf(SearchResult.Witnessed.class);
  }

  @Test
  void search_orderHasToChange_givesUpWithoutSteps() {
    assertThat(search(REVERSIBLE, 0, UNLIMITED).search(2, 6))
        .isInstanceOfSatisfying(
            SearchResult.GaveUp.class, end -> assertThat(end.isTotal()).isFalse());
    assertThat(search(REVERSIBLE, 1_000, UNLIMITED).search(2, 6))
        .isInstanceOf(SearchResult.Witnessed.class);
  }

  @Test
  void search_noStepsInAll_isNotBegun() {
    assertThat(search("T1|w(x)  T2|w(x)", UNLIMITED, 0).search(1, 2))
        .isEqualTo(new SearchResult.GaveUp(0, true));
  }

  /** A search costs a step, even if nothing has to be looked at. */
  @Test
  void search_commonLock_costsAStep() {
    WitnessSearch search =
        search("T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|w(x)  T2|rel(l)", UNLIMITED, 1);
    assertThat(search.search(2, 5)).isInstanceOf(SearchResult.Refuted.class);
    assertThat(search.search(2, 5)).isEqualTo(new SearchResult.GaveUp(0, true));
  }

  /**
   * The events are added for the recorded order, for optimistic reversals and for the closure,
   * arranged after the second of these, sorted and visited by the closure, and arranged.
   */
  @Test
  void search_manyEvents_costsAtLeastSevenStepsEach() {
    String events = "T1|r(k)  ".repeat(300) + REVERSIBLE_ORDER;
    WitnessSearch search = search(events, UNLIMITED, 7 * 303);
    assertThat(search.search(303, 308)).isInstanceOf(SearchResult.Witnessed.class);
    assertThat(search.search(303, 308)).isEqualTo(new SearchResult.GaveUp(0, true));
  }

  @ParameterizedTest
  @CsvSource({
    "'T1|acq(l)  T1|rel(l)  T1|w(x)  T2|acq(l)  T2|rel(l)  T2|w(x)', 3, 6, SYNC_PRESERVING",
    "'" + REVERSIBLE + "', 2, 6, OPTIMISTIC_REVERSAL",
    "'" + REVERSIBLE_ORDER + "', 3, 8, BACKTRACKING",
    "'T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|w(x)  T2|rel(l)', 2, 5, REFUTATION",
  })
  void search_pairOfAStep_isCountedForIt(String events, int first, int second, SearchStep step) {
    WitnessSearch search = search(events, 1_000, UNLIMITED);
    SearchResult result = search.search(first, second);
    assertThat(search.costs().pairs(step)).isEqualTo(1);
    assertThat(Arrays.stream(SearchStep.values()).mapToLong(search.costs()::pairs).sum())
        .isEqualTo(1);
    assertThat(search.costs().nanos(step)).isPositive();
    if (result instanceof SearchResult.Witnessed witnessed) {
      assertThat(witnessed.step()).isEqualTo(step);
    }
    search.costs().reset();
    assertThat(search.costs().pairs(step)).isZero();
    assertThat(search.costs().nanos(step)).isZero();
  }

  @Test
  void search_budgetSpent_isCountedForNoStep() {
    WitnessSearch search = search(REVERSIBLE, 0, UNLIMITED);
    search.search(2, 6);
    assertThat(Arrays.stream(SearchStep.values()).mapToLong(search.costs()::pairs).sum()).isZero();
  }

  /** They are counted for the recorded order, and for each order that is tried. */
  @Test
  void search_manyThreads_costsAtLeastTwoStepsEach() {
    String others =
        IntStream.range(0, 300).mapToObj(i -> "  C" + i + "|r(k)").collect(Collectors.joining());
    assertThat(search(REVERSIBLE + others, 1, UNLIMITED).search(2, 6))
        .isInstanceOfSatisfying(
            SearchResult.GaveUp.class, end -> assertThat(end.steps()).isBetween(600L, 700L));
  }

  /** T1's section, which is never released, would have to end before T2's, which is open. */
  @Test
  void search_sectionThatNeverEnds_refutedByIt() {
    SearchResult result =
        search(
                "T2|acq(l)  T2|w(x)  T2|rel(l)  T1|acq(l)  T1|w(y)  T3|r(y)  T3|w(x)",
                1_000,
                UNLIMITED)
            .search(2, 7);
    assertThat(result)
        .isEqualTo(
            new SearchResult.Refuted(
                Refutation.of(Refutation.Kind.NEVER_RELEASED, List.of(new Refutation.Step(4, 1)))));
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "1, 5", "3, 4", "1, 7", "0, 4", "4, 99"})
  void search_noAccessesOfOneVariableByTwoThreads_throws(int first, int second) {
    String events = "T1|w(x)  T1|r(x)  T1|w(y)  T2|w(x)  T2|sw(x)  T2|acq(x)  T3|r(z)";
    WitnessSearch search = search(events, UNLIMITED, UNLIMITED);
    assertThat(search.search(4, 1)).isInstanceOf(SearchResult.Witnessed.class);
    assertThatThrownBy(() -> search.search(second, first))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("events: " + first + "," + second);
  }

  /** T3's section, which cannot end before the first access, is left out, and all of its thread. */
  @Test
  void search_onlyFewEventsInTheirOrder_witnessedWithoutTrying() {
    String events =
        "T3|acq(l)  T1|w(x)  T1|w(y)  T3|r(y)  T3|rel(l)  T2|acq(l)  T2|rel(l)  T2|w(x)";
    assertThat(search(events, 0, UNLIMITED).found(2, 8))
        .isInstanceOfSatisfying(
            SearchResult.Witnessed.class,
            found -> {
              assertThat(found.step()).isEqualTo(SearchStep.SYNC_PRESERVING);
              assertThat(found.sequence()).containsExactly(6, 7);
            });
  }

  /** Seven steps for optimistic reversals: two threads, and five events. */
  @Test
  void search_stepsSpentBeforeTheOrderIsKnown_givesUp() {
    assertThat(search(REVERSIBLE_ORDER, 8, UNLIMITED).search(3, 8))
        .isInstanceOf(SearchResult.GaveUp.class);
  }

  /** They are counted for the order of all reorderings, too, where a step is left for it. */
  @Test
  void search_manyThreadsAndAStepAfterReversals_costsAtLeastThreeStepsEach() {
    String others =
        IntStream.range(0, 300).mapToObj(i -> "  C" + i + "|r(k)").collect(Collectors.joining());
    assertThat(search(REVERSIBLE_ORDER + others, 302 + 5 + 1, UNLIMITED).search(3, 8))
        .isInstanceOfSatisfying(
            SearchResult.GaveUp.class, end -> assertThat(end.steps()).isBetween(906L, 1000L));
  }

  /** The step that finds a reordering takes time before that is made shorter. */
  @ParameterizedTest
  @CsvSource({
    "'T1|w(x)  T2|w(x)', 1, 2, SYNC_PRESERVING",
    "'" + REVERSIBLE + "', 2, 6, OPTIMISTIC_REVERSAL",
    "'" + REVERSIBLE_ORDER + "', 3, 8, BACKTRACKING",
  })
  void found_stepThatDecides_takesTime(String events, int first, int second, SearchStep step) {
    WitnessSearch search = search(events, 1_000, UNLIMITED);
    search.found(first, second);
    assertThat(search.costs().nanos(step)).isPositive();
  }

  @Test
  void search_refutedByTheOrderOfAllReorderings_nothingIsTried() {
    WitnessSearch search =
        search(
            "T2|acq(l)  T2|w(x)  T2|rel(l)  T1|acq(l)  T1|w(y)  T3|r(y)  T3|w(x)",
            1_000,
            UNLIMITED);
    assertThat(search.search(2, 7)).isInstanceOf(SearchResult.Refuted.class);
    assertThat(search.costs().nanos(SearchStep.BACKTRACKING)).isZero();
  }

  @Test
  void costs_ofSteps_areNoMoreThanTheTimeOfTheSearches() {
    long start = System.nanoTime();
    WitnessSearch search = search(REVERSIBLE_ORDER, 1_000, UNLIMITED);
    search.search(3, 8);
    long end = System.nanoTime();
    assertThat(Arrays.stream(SearchStep.values()).mapToLong(search.costs()::nanos).sum())
        .isLessThanOrEqualTo(end - start);
  }

  /** After the first search nothing is left for the second one. */
  @Test
  void costs_searchThatIsNotBegun_takesNoTime() {
    WitnessSearch search = search("T1|w(x)  T2|w(x)", UNLIMITED, 1);
    assertThat(search.search(1, 2)).isInstanceOf(SearchResult.Witnessed.class);
    search.costs().reset();
    assertThat(search.search(1, 2)).isEqualTo(new SearchResult.GaveUp(0, true));
    assertThat(Arrays.stream(SearchStep.values()).mapToLong(search.costs()::nanos).sum()).isZero();
  }
}

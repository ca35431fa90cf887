package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.TestTrace;
import io.racedet.witness.checker.WitnessChecker;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Searches for witnesses, compared with the tables of the litmus traces. */
class WitnessSearchTest {
  private static final long ENOUGH = 1_000_000;

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  /**
   * T0's section comes after that of T3, whose read of y must then be before T0's write: nothing
   * but the run itself can decide this, as the two writes of y may come in either order.
   */
  @Test
  void search_writeThatMayComeBeforeOrAfterAReadAndItsWrite_waitsForTheRead() {
    TestTrace trace =
        TestTrace.parse(
            "T0|acq(l)|",
            "T0|w(y)|",
            "T0|r(y)|",
            "T0|rel(l)|",
            "T3|acq(l)|",
            "T1|w(y)|",
            "T3|rel(l)|",
            "T3|r(y)|",
            "T3|w(y)|");
    assertThat(new Reorderings(trace).enabled()).contains(new Pair(3, 9));
    SmallTrace small = new SmallTrace(trace);
    Closure closure = small.closure(small.target(3, 9));
    closure.close();
    int[] positions = new Linearization(small.index, closure, SmallTrace.unlimited()).run();
    long[] sequence = Reordering.of(small.history, 0, positions).indices();
    assertThat(sequence).containsSubsequence(6, 8, 2);
    assertThat(new WitnessChecker(small.history).accepts(sequence, 3, 9)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void search_litmus_witnessesWhatIsEnabledAndRefutesAllElse(LitmusCase litmus) {
    TestTrace trace = litmus.trace();
    EventHistory recorded = Recording.of(trace);
    WitnessSearch search = new WitnessSearch(recorded, ENOUGH, Long.MAX_VALUE);
    WitnessChecker checker = new WitnessChecker(recorded);
    SortedSet<Pair> witnessed = new TreeSet<>();
    for (Pair pair : Recording.conflicting(trace)) {
      SearchResult verdict = search.search(pair.first(), pair.second());
      assertThat(verdict).as(pair + " of " + trace).isNotInstanceOf(SearchResult.GaveUp.class);
      if (verdict instanceof SearchResult.Witnessed witness) {
        witnessed.add(pair);
        assertThat(checker.accepts(witness.sequence(), pair.first(), pair.second()))
            .as(pair + " of " + trace)
            .isTrue();
      }
    }
    assertThat(witnessed).isEqualTo(litmus.pairs("enabled"));
  }
}

package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Searches for witnesses, compared with the tables of the litmus traces. */
class WitnessSearchTest {
  private static final long ENOUGH = 1_000_000;

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
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

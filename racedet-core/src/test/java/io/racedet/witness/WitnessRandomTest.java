package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.witness.checker.WitnessChecker;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * All conflicting pairs of small random traces, compared with the enumeration of all reorderings.
 */
class WitnessRandomTest {
  private static final long ENOUGH = 1_000_000;
  private static final TraceRuns RUNS = TraceRuns.ofWitnesses();

  @Test
  void search_randomTraces_witnessesWhatIsEnabledAndRefutesAllElse() {
    RUNS.checkSome(WitnessRandomTest::compare);
  }

  @Test
  @Tag("soak")
  void search_100000RandomTraces_witnessesWhatIsEnabledAndRefutesAllElse(TestReporter reporter) {
    RUNS.checkMany(reporter, WitnessRandomTest::compare);
  }

  private static void compare(TestTrace trace) {
    List<Pair> conflicting = Recording.conflicting(trace);
    if (conflicting.isEmpty()) {
      return;
    }
    EventHistory recorded = Recording.of(trace);
    WitnessSearch search = new WitnessSearch(recorded, ENOUGH, Long.MAX_VALUE);
    WitnessChecker checker = new WitnessChecker(recorded);
    SortedSet<Pair> witnessed = new TreeSet<>();
    for (Pair pair : conflicting) {
      SearchResult verdict = search.search(pair.first(), pair.second());
      assertThat(verdict).as("%s", pair).isNotInstanceOf(SearchResult.GaveUp.class);
      if (verdict instanceof SearchResult.Witnessed witness) {
        witnessed.add(pair);
        assertThat(checker.accepts(witness.sequence(), pair.first(), pair.second()))
            .as("%s", pair)
            .isTrue();
      }
    }
    assertThat(witnessed).isEqualTo(new Reorderings(trace).enabled());
  }
}

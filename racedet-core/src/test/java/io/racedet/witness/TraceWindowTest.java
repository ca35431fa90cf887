package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.witness.checker.WitnessChecker;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What windows prove and refute, compared with the enumeration of all reorderings. */
class TraceWindowTest {
  private static final long ENOUGH = 1_000_000;
  private static final int WHOLE = Integer.MAX_VALUE;
  private static final TraceRuns RUNS = TraceRuns.ofWitnesses();

  private int witnessed;
  private int refuted;
  private int undecided;

  @Test
  void windows_randomTraces_proveAndRefuteWhatIsSo() {
    RUNS.checkSome(this::compare);
    assertThat(witnessed).isPositive();
    assertThat(refuted).isPositive();
    assertThat(undecided).isPositive();
  }

  @Test
  @Tag("soak")
  void windows_100000RandomTraces_proveAndRefuteWhatIsSo(TestReporter reporter) {
    RUNS.checkMany(reporter, this::compare);
  }

  private void compare(TestTrace trace) {
    List<Pair> conflicting = Recording.conflicting(trace);
    if (conflicting.isEmpty()) {
      return;
    }
    EventHistory recorded = Recording.of(trace);
    TraceIndex index = new TraceIndex(recorded);
    WitnessChecker checker = new WitnessChecker(recorded);
    SortedSet<Pair> enabled = new Reorderings(trace).enabled();
    SplittableRandom random = new SplittableRandom(trace.toString().hashCode());
    for (Pair pair : conflicting) {
      AccessPair target = new AccessPair(recorded.find(pair.first()), recorded.find(pair.second()));
      int from = random.nextInt(target.first() + 1);
      int to = random.nextInt(target.second() + 1, recorded.size() + 1);
      SearchResult after = search(TraceWindow.afterRecorded(index, from, to, target));
      if (after instanceof SearchResult.Witnessed found) {
        witnessed++;
        assertThat(checker.accepts(found.sequence(), pair.first(), pair.second()))
            .as("%s from %d to %d", pair, from, to)
            .isTrue();
      }
      SearchResult alone = search(TraceWindow.byItself(index, from, to, target));
      if (alone instanceof SearchResult.Refuted) {
        refuted++;
        assertThat(enabled).as("from %d to %d", from, to).doesNotContain(pair);
      }
      undecided += after == null && alone == null ? 1 : 0;
    }
  }

  private static SearchResult search(TraceWindow window) {
    TraceIndex ofWindow = new TraceIndex(window.events());
    if (!window.hasCauses(ofWindow)) {
      return null;
    }
    WitnessSearch search =
        new WitnessSearch(window.events(), ofWindow, ENOUGH, Long.MAX_VALUE, WHOLE);
    Goal numbered = window.target();
    return window.whole(search.search(numbered.first() + 1L, numbered.last() + 1L));
  }

  /** The result of the search does not depend on the first window. */
  @Test
  @Tag("random")
  void search_withSmallWindows_decidesTheSame() {
    RUNS.checkSome(
        trace -> {
          List<Pair> conflicting = Recording.conflicting(trace);
          if (conflicting.isEmpty()) {
            return;
          }
          EventHistory recorded = Recording.of(trace);
          TraceIndex index = new TraceIndex(recorded);
          WitnessSearch whole = new WitnessSearch(recorded, index, ENOUGH, Long.MAX_VALUE, WHOLE);
          WitnessSearch near = new WitnessSearch(recorded, index, ENOUGH, Long.MAX_VALUE, 1);
          for (Pair pair : conflicting) {
            assertThat(near.search(pair.first(), pair.second()))
                .as("%s", pair)
                .hasSameClassAs(whole.search(pair.first(), pair.second()));
          }
        });
  }
}

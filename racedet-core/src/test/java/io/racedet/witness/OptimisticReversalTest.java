package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.OptimisticRelation;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shares;
import io.racedet.oracle.SyncPreservingRelation;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.witness.checker.WitnessChecker;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Optimistic reversals, compared with their definition and with all reorderings. */
class OptimisticReversalTest {
  private static final long ENOUGH = 1_000_000;
  private static final TraceRuns SMALL_RUNS = TraceRuns.ofWitnesses();

  @Provide
  Arbitrary<TestTrace> traces() {
    return RandomTraces.arbitrary(Shape.guardedEverything().withMaxEvents(30));
  }

  @Provide
  Arbitrary<TestTrace> sections() {
    return RandomTraces.arbitrary(Shape.lockHeavy().withThreads(3).withMaxEvents(30));
  }

  @Provide
  Arbitrary<TestTrace> shared() {
    return RandomTraces.arbitrary(Shape.sharedSections().withMaxEvents(30));
  }

  @Property(tries = 500)
  void arrange_traces_findsTheRacesOfTheDefinition(@ForAll("traces") TestTrace trace) {
    assertExact(trace);
  }

  @Property(tries = 500)
  void arrange_sections_findsTheRacesOfTheDefinition(@ForAll("sections") TestTrace trace) {
    assertExact(trace);
  }

  @Property(tries = 500)
  void arrange_shared_findsTheRacesOfTheDefinition(@ForAll("shared") TestTrace trace) {
    assertExact(trace);
  }

  private static void assertExact(TestTrace trace) {
    assertThat(found(trace)).isEqualTo(new OptimisticRelation(trace).races());
  }

  /** The pairs for which there is a reordering, each of which is a correct one. */
  private static SortedSet<Pair> found(TestTrace trace) {
    SortedSet<Pair> found = new TreeSet<>();
    List<Pair> conflicting = Recording.conflicting(trace);
    if (conflicting.isEmpty()) {
      return found;
    }
    SmallTrace small = new SmallTrace(trace);
    WitnessChecker checker = new WitnessChecker(small.history);
    for (Pair pair : conflicting) {
      Budget budget = SmallTrace.unlimited();
      int[] positions = new OptimisticReversal(small.index, small.target(pair), budget).arrange();
      if (positions != null) {
        found.add(pair);
        Reordering order = Reordering.of(small.history, 0, positions);
        assertThat(checker.accepts(order.indices(), pair.first(), pair.second()))
            .as("%s", pair)
            .isTrue();
      }
    }
    return found;
  }

  @Property(tries = 500)
  void search_racesOfTheDefinition_areWitnessed(@ForAll("traces") TestTrace trace) {
    SortedSet<Pair> races = new OptimisticRelation(trace).races();
    if (races.isEmpty()) {
      return;
    }
    WitnessSearch search = new WitnessSearch(Recording.of(trace), ENOUGH, Long.MAX_VALUE);
    for (Pair pair : races) {
      SearchResult result = search.search(pair.first(), pair.second());
      assertThat(result)
          .as("%s", pair)
          .isInstanceOfSatisfying(
              SearchResult.Witnessed.class,
              witnessed -> assertThat(witnessed.step()).isNotEqualTo(SearchStep.BACKTRACKING));
    }
  }

  /** The shares show that there are races which only another order of the locks shows. */
  @Test
  void arrange_randomTraces_findsOnlyWhatReorderingsShow() {
    Shares shares = new Shares();
    SMALL_RUNS.checkSome(trace -> assertSound(trace, shares));
    assertShares(shares);
  }

  @Test
  @Tag("soak")
  void arrange_100000RandomTraces_findsOnlyWhatReorderingsShow(TestReporter reporter) {
    Shares shares = new Shares();
    SMALL_RUNS.checkMany(reporter, trace -> assertSound(trace, shares));
    assertShares(shares);
  }

  private static void assertSound(TestTrace trace, Shares shares) {
    SortedSet<Pair> found = found(trace);
    SortedSet<Pair> enabled = new Reorderings(trace).enabled();
    assertThat(enabled).containsAll(found);
    assertThat(found).isEqualTo(new OptimisticRelation(trace).races());
    shares.count("races", !found.isEmpty());
    shares.count(
        "races of another order of the locks",
        !new SyncPreservingRelation(trace).races().containsAll(found));
    shares.count("races of neither", !found.containsAll(enabled));
  }

  private static void assertShares(Shares shares) {
    shares.print();
    shares.assertAtLeast(30, "races");
    shares.assertAtLeast(0.5, "races of another order of the locks");
    shares.assertAtLeast(0.1, "races of neither");
  }
}

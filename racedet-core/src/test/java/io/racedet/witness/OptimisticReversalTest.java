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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private static Budget arranged(String events, int first, int second) {
    SmallTrace trace = SmallTrace.of(events);
    Budget budget = SmallTrace.unlimited();
    assertThat(new OptimisticReversal(trace.index, trace.target(first, second), budget).arrange())
        .isNotNull();
    return budget;
  }

  /** Some events of each of fifty other threads. */
  private static String others(String events) {
    return IntStream.range(0, 50)
        .mapToObj(i -> events.replace("C|", "  C" + i + "|"))
        .collect(Collectors.joining());
  }

  /** The order of the set, and the run, look at the last access of each thread. */
  @Test
  void arrange_write_costsTwoStepsForEachThreadWithAccesses() {
    String events = "T1|r(x)  T1|w(y)  T1|w(x)  T2|w(x)";
    long ofOne = arranged(events + others("C|r(k)"), 3, 4).spent();
    assertThat(arranged(events + others("C|r(y)"), 3, 4).spent() - ofOne).isEqualTo(2 * 51);
  }

  /** The order of the set looks at the last section of each thread. */
  @Test
  void arrange_acquire_costsAStepForEachThreadWithSections() {
    String events = "T1|acq(m)  T1|rel(m)  T1|r(k)  T1|r(k)  T1|w(x)  T2|w(x)";
    String others = others("C|acq(l)C|rel(l)");
    long without = arranged(events + others, 5, 6).spent();
    String section = events.replace("T1|r(k)  T1|r(k)", "T1|acq(l)  T1|rel(l)");
    assertThat(arranged(section + others, 5, 6).spent() - without).isEqualTo(51);
  }

  /**
   * T4's section of l, which has one of m in it, comes before T1's section of m, which does not
   * end, and so before T3's section of l. In the trace it comes after that.
   */
  @ParameterizedTest
  @CsvSource({"acq, acq, false", "acqr, acq, false", "acq, acqr, false", "acqr, acqr, true"})
  void arrange_sectionThatWouldComeBeforeAnEarlierOne_onlyIfBothAreInReadMode(
      String earlier, String later, boolean isFound) {
    String events =
        ("T1|acq(m)  T1|w(y)  T1|w(x)  T3|r(y)  T3|acq(l)  T3|rel(l)  T3|w(v)  T1|rel(m)"
                + "  T4|acq(l)  T4|acq(m)  T4|rel(m)  T4|rel(l)  T4|w(z)"
                + "  T2|r(v)  T2|r(z)  T2|w(x)")
            .replace("T3|acq(", "T3|" + earlier + "(")
            .replace("T3|rel(", "T3|" + earlier.replace("acq", "rel") + "(")
            .replace("T4|acq(l", "T4|" + later + "(l")
            .replace("T4|rel(l", "T4|" + later.replace("acq", "rel") + "(l");
    TestTrace trace = TestTrace.parse(events.split("  "));
    Pair pair = new Pair(3, 16);
    assertThat(new OptimisticRelation(trace).races().contains(pair)).isEqualTo(isFound);
    assertThat(new Reorderings(trace).enabled()).contains(pair);
    assertThat(found(trace).contains(pair)).isEqualTo(isFound);
  }
}

package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.EdgeSink;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.RandomRuns;
import io.racedet.engine.cp.CpDetector;
import io.racedet.oracle.CpRelation;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Order;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.SuccessiveAccesses;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.oracle.WcpRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpTest {
  private static final int TRACES = 1_000;
  private static final Shape TWO_THREADS =
      new Shape(2, 2, 2, 40, List.of())
          .with(Shape.Step.READ, 3)
          .with(Shape.Step.WRITE, 2)
          .with(Shape.Step.ACQUIRE, 3)
          .with(Shape.Step.RELEASE, 3);

  static Stream<LitmusCase> withTable() {
    return Stream.concat(Litmus.handmade().stream(), Litmus.random().stream());
  }

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  /**
   * As long as there is no race, all pairs of a variable are ordered if the successive ones are.
   */
  @ParameterizedTest
  @MethodSource("withTable")
  void cp_litmus_reportsTheSuccessivePairsOfTheTable(LitmusCase litmus) {
    SortedSet<Pair> table = litmus.pairs("CP");
    SortedSet<Pair> reported = pairs(litmus.trace());
    assertThat(reported).isEqualTo(new SuccessiveAccesses(litmus.trace()).of(table));
    assertThat(reported.isEmpty()).isEqualTo(table.isEmpty());
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void cp_litmus_agreesWithDefinition(LitmusCase litmus) {
    check(litmus.trace());
  }

  @Test
  void cp_randomTraces_agreesWithDefinition() {
    RandomRuns.checkSome(CpTest::check);
  }

  /** Traces on which happens-before and WCP order other pairs than CP are a stated share. */
  @Test
  void cp_tracesOfTwoThreads_agreesWhereRelationsDiffer() {
    checkTwoThreads(TraceRuns.SOME / 2);
  }

  @Test
  @Tag("soak")
  void cp_manyTracesOfTwoThreads_agreesWhereRelationsDiffer() {
    checkTwoThreads(TRACES);
  }

  private static void checkTwoThreads(int traces) {
    SplittableRandom seeds = new SplittableRandom(1);
    int predicted = 0;
    int weaker = 0;
    for (int i = 0; i < traces; i++) {
      long seed = seeds.nextLong();
      TestTrace trace = RandomTraces.of(TWO_THREADS, seed);
      assertThat(pairs(trace)).as("seed " + seed).isEqualTo(check(trace));
      SortedSet<Pair> races = new CpRelation(trace).races();
      predicted += HappensBefore.asObserved(trace).races().equals(races) ? 0 : 1;
      weaker += new WcpRelation(trace).races().equals(races) ? 0 : 1;
    }
    assertThat(predicted).isGreaterThan(traces / 10);
    assertThat(weaker).isGreaterThan(traces / 100);
  }

  /**
   * T1's section of m orders that of T2, and only with that T2's section of l knows of T1's: the
   * questions of a section are answered until nothing changes.
   */
  @Test
  void cp_answerThatRaisesAnEarlierOne_isFoundAtTheReleaseOfTheSection() {
    TestTrace trace =
        TestTrace.parse(
            "T1|acqr(l)|",
            "T2|acqr(l)|",
            "T1|acq(m)|",
            "T1|rel(m)|",
            "T1|w(x)|",
            "T2|acq(m)|",
            "T2|rel(m)|",
            "T2|w(y)|",
            "T1|relr(l)|",
            "T2|relr(l)|",
            "T3|acq(l)|",
            "T3|r(y)|",
            "T3|rel(l)|",
            "T3|w(x)|");
    assertThat(new CpRelation(trace).races()).isEmpty();
    assertThat(pairs(trace)).isEmpty();
  }

  /**
   * T1's section of m is inside of that of l, which is ordered after T2's by the writes of x when
   * it ends; so T3, which holds m later, comes after the writes of T2.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 20})
  void cp_orderThatIsKnownAfterAReleaseInIt_isLearnedFromTheReleaseByTheNextSection(int sections) {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < sections; i++) {
      events.addAll(inSection("T2", "l" + i, "w(y" + i + ")", "w(x" + i + ")"));
    }
    for (int i = 0; i < sections; i++) {
      String inside = "m" + i;
      events.addAll(
          inSection("T1", "l" + i, "acq(" + inside + ")", "rel(" + inside + ")", "w(x" + i + ")"));
    }
    for (int i = 0; i < sections; i++) {
      events.addAll(inSection("T3", "m" + i, "w(y" + i + ")"));
    }
    TestTrace trace = TestTrace.parse(events.toArray(String[]::new));
    assertThat(new CpRelation(trace).races()).isEmpty();
    assertThat(pairs(trace)).isEmpty();
  }

  private static List<String> inSection(String thread, String lock, String... inside) {
    List<String> events = new ArrayList<>();
    events.add(thread + "|acq(" + lock + ")|");
    for (String event : inside) {
      events.add(thread + '|' + event + '|');
    }
    events.add(thread + "|rel(" + lock + ")|");
    return events;
  }

  /** Each reported edge leads from a release to a later acquire of a lock, or is a hard one. */
  @Test
  @Tag("random")
  void edges_randomTraces_areOfTheRelation() {
    int[] told = new int[EdgeRule.values().length];
    RandomRuns.checkSome(
        trace -> {
          Order order = new CpRelation(trace).order();
          EdgeSink edges =
              (rule, before, until, after, since) -> {
                told[rule.ordinal()]++;
                if (rule == EdgeRule.CONFLICTING_SECTIONS || rule == EdgeRule.ORDERED_SECTIONS) {
                  assertThat(trace.event((int) until).thread()).isEqualTo(before);
                  assertThat(trace.event((int) since).thread()).isEqualTo(after);
                  assertThat(order.before((int) until, (int) since)).isTrue();
                }
              };
          EngineRun.of(
              setup ->
                  new CpDetector(
                      new EngineSetup(setup.contexts(), setup.races(), setup.limits(), edges)),
              trace);
        });
    assertThat(told[EdgeRule.CONFLICTING_SECTIONS.ordinal()]).isPositive();
    assertThat(told[EdgeRule.ORDERED_SECTIONS.ordinal()]).isPositive();
    assertThat(told[EdgeRule.ORDER.ordinal()]).isPositive();
  }

  @Test
  @Tag("soak")
  void cp_100000RandomTraces_agreesWithDefinition(TestReporter reporter) {
    RandomRuns.checkMany(reporter, CpTest::check);
  }

  private static SortedSet<Pair> check(TestTrace trace) {
    SortedSet<Pair> races = new SuccessiveAccesses(trace).of(new CpRelation(trace).races());
    EngineRun<CpDetector> run = EngineRun.of(CpDetector::new, trace);
    assertThat(run.pairs()).isEqualTo(races).hasSameSizeAs(run.reports());
    assertThat(EngineRun.of(CpTest::frugal, trace).reports())
        .containsExactlyInAnyOrderElementsOf(run.reports()); // some may be certain sooner
    return races;
  }

  /** An engine that reclaims sections as often as possible. */
  private static CpDetector frugal(EngineSetup setup) {
    return new CpDetector(setup, new io.racedet.engine.order.HappensBefore(), 0);
  }

  private static SortedSet<Pair> pairs(TestTrace trace) {
    return EngineRun.of(CpDetector::new, trace).pairs();
  }
}

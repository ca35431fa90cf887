package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.RandomRuns;
import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.LastWriteRelation;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engines of all schedulable pairs, compared with the relation. */
class ShbPairsTest {
  private static final int FEW = 40; // events, too few for the limits

  static Stream<LitmusCase> withoutSync() {
    return Stream.concat(Litmus.handmade().stream(), Litmus.random().stream());
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void shbEe_litmus_equalsTable(LitmusCase litmus) {
    assertThat(exact(litmus.trace()))
        .extracting(Report::pair)
        .containsExactlyInAnyOrderElementsOf(litmus.pairs("SHBp"));
  }

  @Test
  void engines_randomTraces_agreeWithTheDefinition() {
    Map<String, Integer> seen = new TreeMap<>();
    RandomRuns.checkSome(trace -> assertExact(trace, seen));
    assertThat(seen).as("what occurred").hasSize(7);
    assertThat(seen.values()).as("%s", seen).allMatch(count -> count >= 100);
  }

  @Test
  @Tag("soak")
  void engines_manyRandomTraces_agreeWithTheDefinition(TestReporter reporter) {
    RandomRuns.checkMany(reporter, trace -> assertExact(trace, new HashMap<>()));
  }

  private static void assertExact(TestTrace trace, Map<String, Integer> seen) {
    SortedSet<Pair> expected = LastWriteRelation.schedulable(trace).races();
    List<Report> reports = exact(trace);
    assertThat(reports).extracting(Report::pair).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(reports).noneMatch(Report::ordered);
    assertThat(new HappensBefore(trace).races()).containsAll(expected);
    if (trace.size() <= FEW) {
      assertThat(limited(trace)).containsExactlyInAnyOrderElementsOf(reports);
    } else {
      assertThat(reports).containsAll(limited(trace));
    }
    for (Report report : reports) {
      count(seen, report.kind().name(), true);
      count(seen, "first one atomic", report.isFirstAtomic());
    }
    SortedSet<Pair> last = Pair.lastOfEachThread(expected, trace);
    count(seen, "a pair with an access before the last one", last.size() < expected.size());
    boolean fewer = expected.size() < new HappensBefore(trace).races().size();
    count(seen, "a race in happens-before only", fewer);
    count(seen, "a race", !expected.isEmpty());
  }

  private static void count(Map<String, Integer> seen, String what, boolean occurs) {
    if (occurs) {
      seen.merge(what, 1, Integer::sum);
    }
  }

  @Provide
  Arbitrary<TestTrace> traces() {
    return RandomTraces.arbitrary(Shape.everything());
  }

  @Property(tries = 300)
  void shbEe_anyTrace_equalsDefinition(@ForAll("traces") TestTrace trace) {
    assertThat(exact(trace))
        .extracting(Report::pair)
        .containsExactlyInAnyOrderElementsOf(LastWriteRelation.schedulable(trace).races());
  }

  /** Long enough to overflow the edges: pairs are lost, none is invented. */
  @Test
  void shbEeL_longTraces_reportsSomeOfThePairs() {
    int lost = 0;
    for (int seed = 0; seed < 60; seed++) {
      Shape shape = Shape.plain().withVariables(1).withMaxEvents(1000);
      TestTrace trace = RandomTraces.of(shape, seed);
      List<Report> all = exact(trace);
      List<Report> some = limited(trace);
      assertThat(all).as("seed " + seed).containsAll(some);
      lost += all.size() - some.size();
    }
    assertThat(lost).isPositive();
  }

  /** One thread's writes one after another: the newest 25 and the last one are found. */
  @Test
  void shbEeL_40WritesByOneThread_losesTheOldest() {
    TestTrace.Builder trace = new TestTrace.Builder();
    IntStream.range(0, 40).forEach(i -> trace.add("T1", Op.WRITE, "x"));
    TestTrace whole = trace.add("T2", Op.WRITE, "x").build();
    assertThat(exact(whole)).hasSize(40);
    assertThat(limited(whole))
        .extracting(report -> report.pair().first())
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(15, 40).boxed().toList());
  }

  private static List<Report> exact(TestTrace trace) {
    return EngineRun.of(AccessPairEngines.SHB_EE::create, trace).reports();
  }

  private static List<Report> limited(TestTrace trace) {
    return EngineRun.of(AccessPairEngines.SHB_EE_L::create, trace).reports();
  }
}

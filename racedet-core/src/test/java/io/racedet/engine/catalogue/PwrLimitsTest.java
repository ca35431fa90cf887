package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineSetup;
import io.racedet.event.Op;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits other than the default ones. */
class PwrLimitsTest {
  private static final EngineLimits USUAL = EngineLimits.DEFAULT;
  private static final int MANY = 1000;
  private static final List<Integer> EDGES = List.of(0, 1, 5, 25, MANY);
  private static final List<Integer> SECTIONS = List.of(1, 5, MANY);
  private static final int TRACES = 45;

  private static SortedSet<Pair> pairs(EngineLimits limits, TestTrace trace) {
    return EngineRun.of(
            setup ->
                AccessPairEngines.PWR_EE_L.create(
                    new EngineSetup(setup.contexts(), setup.races(), limits, null)),
            trace)
        .pairs();
  }

  private static List<TestTrace> longTraces() {
    List<Shape> shapes =
        List.of(
            Shape.lockHeavy(),
            Shape.everything().withVariables(2),
            Shape.plain().withThreads(6).withVariables(1));
    SplittableRandom seeds = new SplittableRandom(3);
    return IntStream.range(0, TRACES)
        .mapToObj(
            i ->
                RandomTraces.of(
                    shapes.get(i % shapes.size()).withMaxEvents(MANY - 1), seeds.nextLong()))
        .toList();
  }

  @Test
  void edges_fewer_onlyLosePairs() {
    int[] lost = new int[EDGES.size()];
    for (TestTrace trace : longTraces()) {
      SortedSet<Pair> more = EngineRun.of(AccessPairEngines.PWR_EE::create, trace).pairs();
      assertThat(pairs(USUAL.withEdges(MANY), trace)).isEqualTo(more);
      for (int i = EDGES.size() - 1; i >= 0; i--) {
        SortedSet<Pair> fewer = pairs(USUAL.withEdges(EDGES.get(i)), trace);
        assertThat(more.containsAll(fewer)).as("%d edges %s", EDGES.get(i), trace).isTrue();
        lost[i] += more.size() - fewer.size();
        more = fewer;
      }
      assertThat(EngineRun.of(AccessPairEngines.PWR_L::create, trace).pairs()).isEqualTo(more);
    }
    assertThat(lost[EDGES.indexOf(MANY)]).isZero();
    assertThat(List.of(lost[0], lost[1], lost[2], lost[3]))
        .as("pairs lost by each step")
        .allMatch(count -> count > 20);
  }

  /** The edges of 40 successive writes: as many of the newest as the limit, and the last one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, MANY})
  void edges_writesOfOneThread_newestAreFound(int edges) {
    TestTrace.Builder trace = new TestTrace.Builder();
    IntStream.range(0, 40).forEach(i -> trace.add("T1", Op.WRITE, "x"));
    TestTrace whole = trace.add("T2", Op.WRITE, "x").build();
    assertThat(pairs(USUAL.withEdges(edges), whole))
        .extracting(Pair::first)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(Math.max(1, 40 - edges), 40).boxed().toList());
  }

  @Test
  void sections_fewer_onlyAddPairs() {
    int added = 0;
    for (TestTrace trace : longTraces()) {
      SortedSet<Pair> fewer = EngineRun.of(AccessPairEngines.PWR_EE::create, trace).pairs();
      assertThat(pairs(USUAL.withEdges(MANY).withSections(MANY), trace)).isEqualTo(fewer);
      for (int i = SECTIONS.size() - 1; i >= 0; i--) {
        EngineLimits limits = USUAL.withEdges(MANY).withSections(SECTIONS.get(i));
        SortedSet<Pair> more = pairs(limits, trace);
        assertThat(more.containsAll(fewer)).as("%d sections %s", SECTIONS.get(i), trace).isTrue();
        added += more.size() - fewer.size();
        fewer = more;
      }
    }
    assertThat(added).isPositive();
  }

  private static TestTrace longAgo(int sections) {
    TestTrace.Builder trace = new TestTrace.Builder();
    trace.add("A", Op.ACQUIRE, "l").add("A", Op.WRITE, "ready").add("A", Op.WRITE, "data");
    trace.add("A", Op.RELEASE, "l");
    for (int i = 0; i < sections; i++) {
      trace.add("A", Op.ACQUIRE, "l").add("A", Op.WRITE, "other").add("A", Op.RELEASE, "l");
    }
    trace.add("B", Op.ACQUIRE, "l").add("B", Op.READ, "ready").add("B", Op.RELEASE, "l");
    return trace.add("B", Op.WRITE, "data").build();
  }

  /** So does the default number, if there are more: engines with such a limit say so. */
  @Test
  void sections_moreThanTheUsualLimit_giveAFalsePairThatIsDeclared() {
    TestTrace whole = longAgo(3 * USUAL.sections());
    Pair falsePair = new Pair(3, whole.size());
    assertThat(EngineRun.of(AccessPairEngines.PWR_EE::create, whole).pairs()).isEmpty();
    assertThat(EngineRun.of(AccessPairEngines.PWR_EE_L::create, whole).pairs())
        .containsExactly(falsePair);
    assertThat(EngineRun.of(AccessPairEngines.PWR_L::create, whole).pairs())
        .containsExactly(falsePair);
    for (EngineClaims claims :
        List.of(AccessPairEngines.PWR_EE_L.claims(), AccessPairEngines.PWR_L.claims())) {
      assertThat(claims.exactness()).isEqualTo(EngineClaims.Exactness.APPROXIMATE);
      assertThat(claims.relation()).contains(USUAL.sections() + " sections");
    }
  }

  /** Why more sections are kept than the paper's five: what was written long ago is still read. */
  @Test
  void sections_readFromASectionThatIsForgotten_givesAFalsePair() {
    TestTrace whole = longAgo(20);
    Pair falsePair = new Pair(3, whole.size());
    assertThat(pairs(USUAL, whole)).isEmpty();
    assertThat(pairs(USUAL.withSections(MANY), whole)).isEmpty();
    for (int sections : new int[] {1, 5}) {
      assertThat(pairs(USUAL.withSections(sections), whole)).containsExactly(falsePair);
    }
  }

  @Test
  void limits_outOfRange_areRefusedWithWhatIsExpected() {
    assertThatThrownBy(() -> USUAL.withEdges(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("edges: -1 (expected: at least 0)");
    assertThatThrownBy(() -> USUAL.withSections(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sections: 0 (expected: at least 1)");
  }

  /** The exact engine keeps everything, whatever the limits are. */
  @Test
  void pwrEe_anyLimits_reportsTheSame() {
    for (TestTrace trace : longTraces().subList(0, 10)) {
      SortedSet<Pair> usual =
          new TreeSet<>(EngineRun.of(AccessPairEngines.PWR_EE::create, trace).pairs());
      EngineLimits few = new EngineLimits(0, 1, 1);
      assertThat(
              EngineRun.of(
                      setup ->
                          AccessPairEngines.PWR_EE.create(
                              new EngineSetup(setup.contexts(), setup.races(), few, null)),
                      trace)
                  .pairs())
          .isEqualTo(usual);
    }
  }
}

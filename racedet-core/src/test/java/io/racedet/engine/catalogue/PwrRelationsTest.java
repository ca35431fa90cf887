package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineSetup;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.WdpRelation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The relations of the PWR engines to each other, to feasible races, and to WDP. */
class PwrRelationsTest {
  private static final int FEW_EDGES = 1;

  /** No sync operations: completeness is a theorem about traces of accesses, locks and forks. */
  private static final List<Shape> SHAPES =
      List.of(
          Shape.plain().withMaxEvents(20),
          Shape.lockHeavy().withMaxEvents(20),
          Shape.plain().withThreads(3).withVariables(2).withMaxEvents(20),
          Shape.plain().with(Shape.Step.GUARDED_WRITE, 2).withVariables(2).withMaxEvents(18),
          Shape.lockHeavy().withThreads(4).withVariables(1).withMaxEvents(16));

  @Test
  void engines_randomTraces_nestAndMissNothingThatCanHappen(TestReporter reporter) {
    Map<String, Integer> seen = new HashMap<>();
    check(20261121, 2_000, seen);
    reporter.publishEntry("of 2000 traces", seen.toString());
    assertSeen(seen, "a strict pair", 800);
    assertSeen(seen, "a pair that cannot happen", 20);
    assertSeen(seen, "pwr-l below one edge", 200);
    assertSeen(seen, "one edge below pwr-ee", 40);
    assertSeen(seen, "PWR below WDP", 100);
  }

  @Test
  @Tag("soak")
  void engines_manyRandomTraces_nestAndMissNothingThatCanHappen(TestReporter reporter) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    check(seed, 100_000, new HashMap<>());
  }

  private static void assertSeen(Map<String, Integer> seen, String what, int least) {
    assertThat(seen.getOrDefault(what, 0)).as("%s in %s", what, seen).isGreaterThanOrEqualTo(least);
  }

  private static void check(long seed, int traces, Map<String, Integer> seen) {
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < traces; i++) {
      long traceSeed = seeds.nextLong();
      TestTrace trace = RandomTraces.of(SHAPES.get(i % SHAPES.size()), traceSeed);
      String description = "shape " + i % SHAPES.size() + ", seed " + traceSeed + trace;
      check(trace, description, seen);
    }
  }

  private static void check(TestTrace trace, String description, Map<String, Integer> seen) {
    SortedSet<Pair> exact = EngineRun.of(AccessPairEngines.PWR_EE::create, trace).pairs();
    SortedSet<Pair> limited = EngineRun.of(AccessPairEngines.PWR_EE_L::create, trace).pairs();
    SortedSet<Pair> few = EngineRun.of(PwrRelationsTest::withFewEdges, trace).pairs();
    SortedSet<Pair> none = EngineRun.of(AccessPairEngines.PWR_L::create, trace).pairs();
    SortedSet<Pair> strict = new Reorderings(trace).strict();
    SortedSet<Pair> wdp = new WdpRelation(trace).races();
    assertThat(exact).as(description).containsAll(strict).containsAll(limited);
    assertThat(limited).as(description).containsAll(few);
    assertThat(few).as(description).containsAll(none);
    assertThat(wdp).as(description).containsAll(exact);
    count(seen, "a strict pair", !strict.isEmpty());
    count(seen, "a pair that cannot happen", exact.size() > strict.size());
    count(seen, "pwr-l below one edge", few.size() > none.size());
    count(seen, "one edge below pwr-ee", exact.size() > few.size());
    count(seen, "PWR below WDP", wdp.size() > exact.size());
  }

  private static Engine withFewEdges(EngineSetup setup) {
    return AccessPairEngines.PWR_EE_L.create(
        new EngineSetup(
            setup.contexts(), setup.races(), EngineLimits.DEFAULT.withEdges(FEW_EDGES), null));
  }

  private static void count(Map<String, Integer> seen, String what, boolean occurs) {
    if (occurs) {
      seen.merge(what, 1, Integer::sum);
    }
  }
}

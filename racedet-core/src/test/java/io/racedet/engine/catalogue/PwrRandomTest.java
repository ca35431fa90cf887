package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Pair;
import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.Grade;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The PWR engines, compared with the relation computed from its definition, on random traces. */
class PwrRandomTest {
  private static final String EXACT = "pwr-ee";
  private static final String LIMITED = "pwr-ee-l";
  private static final List<Shape> SHAPES =
      List.of(
          Shape.plain(),
          Shape.everything(),
          Shape.lockHeavy(),
          Shape.everything().withThreads(3).withVariables(1),
          Shape.waits(),
          Shape.handOffs(),
          Shape.sharedSections(),
          Shape.children(),
          Shape.orderedSections());

  @Test
  void engines_randomTraces_agreeWithDefinition(TestReporter reporter) {
    compare(reporter, TraceRuns.SOME);
  }

  @Test
  @Tag("soak")
  void engines_100000RandomTraces_agreeWithDefinition(TestReporter reporter) {
    compare(reporter, 100_000);
  }

  private static void compare(TestReporter reporter, int traces) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < traces; i++) {
      long traceSeed = seeds.nextLong();
      TestTrace trace = RandomTraces.of(SHAPES.get(i % SHAPES.size()), traceSeed);
      String description = "shape " + i % SHAPES.size() + ", seed " + traceSeed + trace;
      compare(trace, description);
    }
  }

  private static void compare(TestTrace trace, String description) {
    SortedSet<Pair> expected = new PwrRelation(trace).pairs();
    PwrRun exact = PwrRun.of(EXACT, trace);
    assertThat(exact.races()).as(description).hasSameSizeAs(expected);
    assertThat(exact.pairs()).as(description).isEqualTo(expected);
    SortedSet<Pair> observed = new TreeSet<>(expected);
    observed.retainAll(new HappensBefore(trace).races());
    assertThat(exact.pairs(Grade.OBSERVED)).as(description).isEqualTo(observed);
    assertThat(PwrRun.of(LIMITED, trace).pairs()).as(description).isEqualTo(expected);
  }

  /** Long enough to overflow the edges: pairs are lost, but only behind newer accesses. */
  @Test
  void pwrEeL_longTraces_loseOnlyWhatTheLimitExplains() {
    SplittableRandom seeds = new SplittableRandom(1);
    int lost = 0;
    for (int i = 0; i < 60; i++) {
      long seed = seeds.nextLong();
      TestTrace trace = RandomTraces.of(Shape.lockHeavy().withMaxEvents(1000), seed);
      SortedSet<Pair> expected = PwrRun.of(EXACT, trace).pairs();
      SortedSet<Pair> found = PwrRun.of(LIMITED, trace).pairs();
      assertThat(expected.containsAll(found)).as("seed %d", seed).isTrue();
      expected.removeAll(found);
      lost += expected.size();
      assertThat(expected).as("seed %d", seed).noneMatch(pair -> PwrRun.isWithinEdges(trace, pair));
    }
    assertThat(lost).isPositive();
  }

  @Test
  void engines_renamedTrace_sameReportsInTheSameOrder() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 500; i++) {
      TestTrace trace = RandomTraces.of(SHAPES.get(i % SHAPES.size()), random.nextLong());
      TestTrace renamed = trace.renamed(random);
      for (String engine : List.of(EXACT, LIMITED)) {
        PwrRun run = PwrRun.of(engine, trace);
        assertThat(PwrRun.of(engine, renamed).sequence()).isEqualTo(run.sequence());
        assertThat(PwrRun.of(engine, trace).races()).isEqualTo(run.races());
      }
    }
  }
}

package io.racedet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.catalogue.Engines;
import io.racedet.event.Op;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.race.ReachedLimit;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An engine whose limits have changed its result says so. */
class ReachedLimitsTest {
  private static final EngineLimits MANY = new EngineLimits(10_000, 10_000, 10_000);
  private static final int TRACES = 60;
  private static final int LENGTH = 600;
  private static final long SEED = 15;

  /** What an engine reports: pairs, and the limits that took effect. */
  private record Result(SortedSet<Pair> pairs, List<ReachedLimit> limits) {}

  private static Result run(String engine, EngineLimits limits, TestTrace trace) {
    EngineRun<Engine> run =
        EngineRun.of(
            setup ->
                Engines.named(engine)
                    .create(new EngineSetup(setup.contexts(), setup.races(), limits, null)),
            trace);
    return new Result(run.pairs(), run.engine().limits());
  }

  @ParameterizedTest
  @CsvSource({
    "pwr-ee-l, 1, 10000, 10000, EDGES",
    "pwr-ee-l, 3, 10000, 10000, EDGES",
    "shb-ee-l, 2, 10000, 10000, EDGES",
    "pwr-ee-l, 10000, 1, 10000, SECTIONS",
    "pwr-l, 10000, 1, 10000, SECTIONS",
    "cp-window, 10000, 10000, 50, WINDOW",
    "syncp-window, 10000, 10000, 50, WINDOW"
  })
  void limitThatChangesTheResult_isSaid(
      String engine, int edges, int sections, int window, String limit) {
    SplittableRandom seeds = new SplittableRandom(SEED);
    List<Shape> shapes =
        List.of(Shape.lockHeavy(), Shape.everything().withVariables(2), Shape.plain());
    EngineLimits few = new EngineLimits(edges, sections, window);
    int changed = 0;
    for (int i = 0; i < TRACES; i++) {
      long seed = seeds.nextLong();
      TestTrace trace = RandomTraces.of(shapes.get(i % 3).withMaxEvents(LENGTH), seed);
      Result whole = run(engine, MANY, trace);
      Result cut = run(engine, few, trace);
      assertThat(whole.limits()).as("seed " + seed).isEmpty();
      if (!whole.pairs().equals(cut.pairs())) {
        changed++;
        assertThat(cut.limits())
            .as("seed " + seed)
            .extracting(ReachedLimit::limit)
            .containsExactly(limit);
      }
    }
    assertThat(changed).as("seed " + SEED).isPositive();
  }

  /** Edges that are dropped, but before which all accesses are ordered. */
  @Test
  void limitThatMakesNoDifference_isNotSaid() {
    TestTrace.Builder trace = new TestTrace.Builder();
    IntStream.range(0, 100).forEach(i -> trace.add("A", Op.WRITE, "x"));
    trace.add("A", Op.FORK, "B").add("B", Op.WRITE, "x");
    assertThat(run("pwr-ee-l", EngineLimits.DEFAULT, trace.build()).limits()).isEmpty();
  }

  @Test
  void edges_areCountedByAccess() {
    TestTrace.Builder trace = new TestTrace.Builder();
    IntStream.range(0, 100).forEach(i -> trace.add("A", Op.WRITE, "x"));
    trace.add("B", Op.WRITE, "x").add("C", Op.WRITE, "x");
    assertThat(run("pwr-ee-l", EngineLimits.DEFAULT, trace.build()).limits())
        .containsExactly(
            new ReachedLimit(
                "EDGES",
                "2 accesses may have more races: only the newest 25 superseded reads and writes of"
                    + " a variable are kept",
                "--edges"));
  }
}

package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineRun;
import io.racedet.oracle.Pair;
import io.racedet.oracle.PartialTrace;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.Shares;
import io.racedet.oracle.SoloTrace;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a thread accesses before it starts another one cannot be in a race, and of its
 * synchronisation before that nothing matters but the locks that it holds then: with and without,
 * engines report the same pairs, and the same races can come.
 */
class SoloTracesTest {
  private static final TraceRuns RUNS =
      new TraceRuns(
          List.of(
              alone(Shape.plain()),
              alone(Shape.everything()),
              alone(Shape.guarded()),
              alone(Shape.guardedPairs().withThreads(3)),
              alone(Shape.guardedEverything()),
              alone(Shape.waits()),
              alone(Shape.handOffs()),
              alone(Shape.sharedSections()),
              alone(Shape.orderedSections()),
              alone(Shape.children())));

  private static final TraceRuns SMALL_RUNS =
      new TraceRuns(
          List.of(
              alone(Shape.plain().withThreads(3).withMaxEvents(14)),
              alone(Shape.guarded().withMaxEvents(16)),
              alone(Shape.everything().withThreads(3).withMaxEvents(14))));

  /* Of which one thread begins alone, for some time. */
  private static Shape alone(Shape shape) {
    List<Step> steps = shape.with(Step.FORK, 1).steps();
    return new Shape(
        shape.threads(),
        shape.threads() - 1,
        shape.variables(),
        shape.locks(),
        shape.maxEvents(),
        steps);
  }

  /* To the discipline of Eraser, a variable that another thread has initialised is shared. */
  static Stream<EngineDefinition> engines() {
    return Engines.all().stream().filter(engine -> !engine.name().equals("eraser"));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void engines_withoutTheAccesses_reportTheSame(EngineDefinition engine) {
    checkSome(engine, SoloTrace::withoutAccesses);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void engines_withoutItsSynchronisation_reportTheSame(EngineDefinition engine) {
    checkSome(engine, SoloTrace::withoutAll);
  }

  private static void checkSome(
      EngineDefinition engine, Function<TestTrace, PartialTrace> leaveOut) {
    Shares shares = new Shares();
    RUNS.checkSome(trace -> check(engine, trace, leaveOut.apply(trace), shares));
    shares.assertAtLeast(40, "events are left out");
    shares.assertAtLeast(10, "and there are reports");
  }

  @ParameterizedTest
  @MethodSource("engines")
  @Tag("soak")
  void engines_ofManyTraces_reportTheSame(EngineDefinition engine, TestReporter reporter) {
    Shares shares = new Shares();
    RUNS.checkMany(
        reporter,
        trace -> {
          check(engine, trace, SoloTrace.withoutAccesses(trace), shares);
          check(engine, trace, SoloTrace.withoutAll(trace), shares);
        });
  }

  private static void check(
      EngineDefinition engine, TestTrace whole, PartialTrace solo, Shares shares) {
    SortedSet<Pair> kept = solo.originals(pairs(engine, solo.trace()));
    SortedSet<Pair> all = pairs(engine, whole);
    assertThat(kept).isEqualTo(all);
    shares.count("events are left out", solo.leftOut() > 0);
    shares.count("and there are reports", solo.leftOut() > 0 && !all.isEmpty());
  }

  /** By enumeration, which shares nothing with the engines. */
  @Test
  void reorderings_withoutTheAccesses_haveTheSameRaces() {
    checkReorderings(SoloTrace::withoutAccesses);
  }

  @Test
  void reorderings_withoutItsSynchronisation_haveTheSameRaces() {
    checkReorderings(SoloTrace::withoutAll);
  }

  private static void checkReorderings(Function<TestTrace, PartialTrace> leaveOut) {
    Shares shares = new Shares();
    SMALL_RUNS.checkSome(
        whole -> {
          PartialTrace solo = leaveOut.apply(whole);
          SortedSet<Pair> all = new Reorderings(whole).strict();
          assertThat(solo.originals(new Reorderings(solo.trace()).strict())).isEqualTo(all);
          shares.count("events are left out", solo.leftOut() > 0);
          shares.count("and there are races", solo.leftOut() > 0 && !all.isEmpty());
        });
    shares.assertAtLeast(30, "events are left out");
    shares.assertAtLeast(5, "and there are races");
  }

  private static SortedSet<Pair> pairs(EngineDefinition engine, TestTrace trace) {
    return EngineRun.of(engine::create, trace).pairs();
  }
}

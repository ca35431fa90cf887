package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineRun;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.PartialTrace;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Shape;
import io.racedet.oracle.SharedVariables;
import io.racedet.oracle.Shares;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Accesses of a variable that one thread alone uses are in no race, and order nothing: with and
 * without, engines report the same pairs, and the same races can come.
 */
class SharedVariablesTest {
  private static final TraceRuns RUNS =
      new TraceRuns(
          List.of(
              Shape.plain().withVariables(8),
              Shape.everything().withVariables(8),
              Shape.guarded().withVariables(10),
              Shape.guardedPairs().withThreads(3).withVariables(8),
              Shape.guardedEverything().withVariables(10),
              Shape.waits().withVariables(8),
              Shape.handOffs().withVariables(8),
              Shape.sharedSections().withVariables(8),
              Shape.orderedSections().withVariables(8),
              Shape.children().withVariables(8)));

  private static final TraceRuns SMALL_RUNS =
      new TraceRuns(
          List.of(
              Shape.plain().withVariables(4).withMaxEvents(14),
              Shape.guarded().withVariables(4).withMaxEvents(16),
              Shape.everything().withVariables(4).withMaxEvents(14)));

  static Stream<EngineDefinition> engines() {
    return Engines.all().stream();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void engines_reportTheSame(EngineDefinition engine) {
    Shares shares = new Shares();
    RUNS.checkSome(trace -> check(engine, trace, shares));
    shares.assertAtLeast(40, "events are left out");
    shares.assertAtLeast(10, "and there are reports");
  }

  @ParameterizedTest
  @MethodSource("engines")
  void engines_onLitmusTraces_reportTheSame(EngineDefinition engine) {
    Litmus.all().map(LitmusCase::trace).forEach(trace -> check(engine, trace, new Shares()));
  }

  @ParameterizedTest
  @MethodSource("engines")
  @Tag("soak")
  void engines_ofManyTraces_reportTheSame(EngineDefinition engine, TestReporter reporter) {
    RUNS.checkMany(reporter, trace -> check(engine, trace, new Shares()));
  }

  private static void check(EngineDefinition engine, TestTrace whole, Shares shares) {
    PartialTrace shared = SharedVariables.only(whole);
    SortedSet<Pair> all = pairs(engine, whole);
    assertThat(shared.originals(pairs(engine, shared.trace()))).isEqualTo(all);
    shares.count("events are left out", shared.leftOut() > 0);
    shares.count("and there are reports", shared.leftOut() > 0 && !all.isEmpty());
  }

  /** By enumeration, which shares nothing with the engines. */
  @Test
  void reorderings_haveTheSameRaces() {
    Shares shares = new Shares();
    SMALL_RUNS.checkSome(
        whole -> {
          PartialTrace shared = SharedVariables.only(whole);
          SortedSet<Pair> all = new Reorderings(whole).strict();
          SortedSet<Pair> left = new Reorderings(shared.trace()).strict();
          assertThat(shared.originals(left)).isEqualTo(all);
          shares.count("events are left out", shared.leftOut() > 0);
          shares.count("and there are races", shared.leftOut() > 0 && !all.isEmpty());
        });
    shares.assertAtLeast(30, "events are left out");
    shares.assertAtLeast(10, "and there are races");
  }

  private static SortedSet<Pair> pairs(EngineDefinition engine, TestTrace trace) {
    return EngineRun.of(engine::create, trace).pairs();
  }
}

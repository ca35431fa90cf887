package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.engine.EngineDefinition;
import io.racedet.event.EventSink;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.RangeTrace;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every engine reports for a trace with ranges what it reports for the events of the ranges. */
class RangeContractTest {
  private static final int TRACES = TraceRuns.SOME / 2;
  private static final int MANY = 10_000;
  private static final int MAX_ELEMENTS = 24;
  private static final int LONG_DELAY = 4096;
  private static final List<Shape> SHAPES =
      List.of(
          Shape.plain().withMaxEvents(16),
          Shape.everything().withMaxEvents(24),
          Shape.lockHeavy().withMaxEvents(24),
          Shape.atomics().withMaxEvents(24),
          Shape.children().withMaxEvents(24),
          Shape.handOffs().withThreads(4).withMaxEvents(30));

  /** All that a run tells. */
  private record Told(List<Race> listened, RaceReport report, List<RaceIds> ids) {}

  static List<EngineDefinition> engines() {
    return Engines.all();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void races_areThoseOfTheSingleEvents(EngineDefinition engine) {
    check(engine, TRACES);
  }

  @ParameterizedTest
  @MethodSource("engines")
  @Tag("soak")
  void races_ofManyTraces_areThoseOfTheSingleEvents(EngineDefinition engine) {
    check(engine, MANY);
  }

  private static void check(EngineDefinition engine, int traces) {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    long ranges = 0;
    for (int i = 0; i < traces; i++) {
      RangeTrace trace =
          RangeTrace.of(
              RandomTraces.of(SHAPES.get(i % SHAPES.size()), random.nextLong()),
              random.nextInt(1, MAX_ELEMENTS),
              random.nextInt(20, 100),
              random.nextLong());
      ranges += trace.ranges();
      boolean everyPair = random.nextBoolean();
      int delay = random.nextBoolean() ? LONG_DELAY : random.nextInt(1, 20);
      assertThat(run(engine, trace, RangeTrace::replay, everyPair, delay))
          .as("seed %d: delay %d of %s", seed, delay, trace)
          .isEqualTo(run(engine, trace, RangeTrace::replayExpanded, everyPair, delay));
    }
    assertThat(ranges).isGreaterThan(traces);
  }

  private static Told run(
      EngineDefinition engine,
      RangeTrace trace,
      BiConsumer<RangeTrace, EventSink> replay,
      boolean everyPair,
      int delay) {
    List<Race> listened = new ArrayList<>();
    RaceAnalysis analysis =
        RaceAnalysis.with(engine.name())
            .everyPair(everyPair)
            .delay(delay)
            .onRace(listened::add)
            .start();
    replay.accept(trace, analysis);
    RaceReport report = analysis.finish();
    return new Told(listened, report, analysis.ids());
  }
}

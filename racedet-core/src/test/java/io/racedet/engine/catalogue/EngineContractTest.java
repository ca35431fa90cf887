package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceAnalysis;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The properties of every engine of the catalogue. */
class EngineContractTest {
  private static final int TRACES = TraceRuns.SOME / 2;
  private static final int MANY = 2_000;
  private static final int SPREAD = 37;
  private static final int CROWDS = 200; // one of so many traces has many threads
  private static final List<Shape> SHAPES =
      List.of(
          Shape.everything(),
          Shape.waits(),
          Shape.everything(),
          Shape.handOffs(),
          Shape.everything(),
          Shape.sharedSections(),
          Shape.everything(),
          Shape.children(),
          Shape.orderedSections());

  private final Random random = new Random(42);

  static List<EngineDefinition> engines() {
    return Engines.all();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void properties_areStated(EngineDefinition engine) {
    EngineClaims properties = engine.claims();
    assertThat(Engines.named(properties.name())).isSameAs(engine);
    assertThat(properties.relation()).isNotBlank();
    assertThat(properties.passes()).isBetween(1, 2);
    assertThat(properties.source()).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void emptyTrace_hasNoRace(EngineDefinition engine) {
    assertThat(RaceAnalysis.with(engine.name()).start().finish().races()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void races_areConflictingPairsThatKeepTheirGrade(EngineDefinition engine) {
    forEachTrace(TRACES, trace -> assertConflictAndGrade(engine, trace));
  }

  private static void assertConflictAndGrade(EngineDefinition engine, TestTrace trace) {
    HappensBefore order = new HappensBefore(trace);
    for (Race race : races(engine, trace)) {
      if (!race.first().isKnown()) {
        assertThat(engine).extracting(EngineDefinition::name).isIn("eraser", "slp-lockset");
        assertThat(race.grade()).isEqualTo(Grade.PREDICTED);
        continue;
      }
      TraceEvent first = trace.event((int) race.first().index());
      TraceEvent second = trace.event((int) race.second().index());
      assertThat(race.first().index()).isLessThan(race.second().index());
      assertThat(first.thread()).isNotEqualTo(second.thread());
      assertThat(first.operand()).isEqualTo(second.operand());
      assertThat(race.first().write()).isEqualTo(isWrite(first));
      assertThat(race.second().write()).isEqualTo(isWrite(second));
      assertThat(race.first().write() || race.second().write()).isTrue();
      assertThat(race.first().atomic() && race.second().atomic()).isFalse();
      boolean unordered =
          order.races().contains(new Pair((int) race.first().index(), (int) race.second().index()));
      assertThat(race.grade()).isEqualTo(unordered ? Grade.OBSERVED : Grade.PREDICTED);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void races_areTheSameEachTime(EngineDefinition engine) {
    forEachTrace(TRACES, trace -> assertSameEachTime(engine, trace));
  }

  private static void assertSameEachTime(EngineDefinition engine, TestTrace trace) {
    assertThat(races(engine, trace)).isEqualTo(races(engine, trace));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void races_doNotDependOnTheNumbersOfThreadsLocksAndVariables(EngineDefinition engine) {
    forEachTrace(TRACES, trace -> assertSameByAnyNumbers(engine, trace));
  }

  private void assertSameByAnyNumbers(EngineDefinition engine, TestTrace trace) {
    int ids =
        trace.events().stream().mapToInt(e -> Math.max(e.thread(), e.operand())).max().orElse(0);
    List<Integer> renaming = new ArrayList<>();
    for (int i = 0; i <= ids; i++) {
      renaming.add(i * SPREAD);
    }
    Collections.shuffle(renaming, random);
    RaceAnalysis renamed = RaceAnalysis.with(engine.name()).everyPair(true).start();
    for (TraceEvent e : trace.events()) {
      renamed.event(e.op(), renaming.get(e.thread()), renaming.get(e.operand()), e.location());
    }
    assertThat(pairs(renamed.finish().races()))
        .as("%s", trace)
        .containsExactlyInAnyOrderElementsOf(pairs(races(engine, trace)));
  }

  /**
   * An engine passes over accesses that the trace lacks, since they are in no race of their own.
   */
  @ParameterizedTest
  @MethodSource("engines")
  void races_areTheSameWithAndWithoutAgain(EngineDefinition engine) {
    forEachTrace(TRACES, trace -> assertSameWithAgain(engine, trace));
  }

  private static void assertSameWithAgain(EngineDefinition engine, TestTrace trace) {
    RaceAnalysis analysis = RaceAnalysis.with(engine.name()).everyPair(true).start();
    List<Integer> original = new ArrayList<>(List.of(0)); // by index
    for (int i = 1; i <= trace.size(); i++) {
      TraceEvent e = trace.event(i);
      analysis.event(e.op(), e.thread(), e.operand(), e.location());
      original.add(i);
      if (EventBlock.isPlain(EventBlock.word(e.op(), 0, 0))) {
        analysis.event(Op.AGAIN, e.thread(), e.operand(), e.location());
        original.add(0);
      }
    }
    List<Pair> found =
        pairs(analysis.finish().races()).stream()
            .map(pair -> new Pair(original.get(pair.first()), original.get(pair.second())))
            .toList();
    assertThat(found)
        .as("%s", trace)
        .containsExactlyInAnyOrderElementsOf(pairs(races(engine, trace)));
  }

  @ParameterizedTest
  @MethodSource("engines")
  @Tag("soak")
  void races_ofManyTraces_haveAllTheseProperties(EngineDefinition engine) {
    forEachTrace(
        MANY,
        trace -> {
          assertConflictAndGrade(engine, trace);
          assertSameEachTime(engine, trace);
          assertSameByAnyNumbers(engine, trace);
          assertSameWithAgain(engine, trace);
        });
  }

  private static List<Pair> pairs(List<Race> races) {
    return races.stream()
        .map(race -> new Pair((int) race.first().index(), (int) race.second().index()))
        .toList();
  }

  private static boolean isWrite(TraceEvent event) {
    return event.op() == Op.WRITE || event.op() == Op.ATOMIC_WRITE;
  }

  private interface TraceCheck {
    void check(TestTrace trace);
  }

  private static void forEachTrace(int traces, TraceCheck check) {
    long seed = System.nanoTime();
    for (int i = 0; i < traces; i++) {
      Shape shape = i % CROWDS == 0 ? Shape.crowd() : SHAPES.get(i % SHAPES.size());
      TestTrace trace = RandomTraces.of(shape, seed + i);
      try {
        check.check(trace);
      } catch (AssertionError e) {
        throw new AssertionError("seed " + (seed + i) + ":" + trace, e);
      }
    }
  }

  private static List<Race> races(EngineDefinition engine, TestTrace trace) {
    RaceAnalysis analysis = RaceAnalysis.with(engine.name()).everyPair(true).start();
    trace.replay(analysis);
    return analysis.finish().races();
  }
}

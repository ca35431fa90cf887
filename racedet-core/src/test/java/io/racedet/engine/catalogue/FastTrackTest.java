package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceAnalysis;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * FastTrack, compared with happens-before by its definition: exact up to each variable's first
 * race.
 */
class FastTrackTest {
  private static final int SOAK_TRACES = 100_000;

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void litmus_firstRaceOfEachVariable_isThatOfTheTable(LitmusCase litmus) {
    assertThat(firstRaces(litmus.trace())).isEqualTo(firstOf(litmus.trace(), litmus.pairs("HB")));
  }

  @Property(tries = 2000)
  void randomTrace_firstRaceOfEachVariable_isThatOfTheDefinition(
      @ForAll("traces") TestTrace trace) {
    assertExact(trace);
  }

  @Provide
  Arbitrary<TestTrace> traces() {
    return Arbitraries.oneOf(
        RandomTraces.arbitrary(Shape.everything()),
        RandomTraces.arbitrary(Shape.handOffs()),
        RandomTraces.arbitrary(Shape.waits()),
        RandomTraces.arbitrary(Shape.crowd()));
  }

  @Test
  @Tag("soak")
  void manyRandomTraces_firstRaceOfEachVariable_isThatOfTheDefinition() {
    long seed = System.nanoTime();
    for (int i = 0; i < SOAK_TRACES; i++) {
      long traceSeed = seed + i;
      TestTrace trace = RandomTraces.of(Shape.everything(), traceSeed);
      assertThat(firstRaces(trace))
          .as("seed %d:%s", traceSeed, trace)
          .isEqualTo(firstOf(trace, new HappensBefore(trace).races()));
    }
  }

  @Test
  void race_isObservedAndNamesThreadsLocksAndLocations() {
    TestTrace trace =
        TestTrace.parse(
            """
            T1|acq(m)|A:1
            T1|w(x)|A:2
            T1|rel(m)|A:3
            T2|acqr(m)|B:1
            T2|acq(n)|B:2
            T2|relr(m)|B:3
            T3|w(x)|C:1
            """);

    List<Race> races = races(trace);

    assertThat(races).hasSize(1);
    Race race = races.get(0);
    assertThat(race.grade()).isEqualTo(Grade.OBSERVED);
    assertThat(race.variable()).isEqualTo("x#0");
    assertThat(race.first().index()).isEqualTo(2);
    assertThat(race.first().lockset()).containsExactly("m#0");
    assertThat(race.first().location()).isEqualTo("A:2");
    assertThat(race.second().thread()).isEqualTo("T3#2");
    assertThat(race.second().lockset()).isEmpty();
  }

  /** The fifth reader of a variable makes its row grow. */
  @Test
  void race_withTheLastReadBeforeTheRowGrows_isFound() {
    TestTrace trace =
        TestTrace.parse(
            "T0|r(x)|a",
            "T1|r(x)|b",
            "T2|r(x)|c",
            "T3|r(x)|d",
            "T4|r(x)|e",
            "T5|join(T0)|",
            "T5|join(T1)|",
            "T5|join(T2)|",
            "T5|join(T4)|",
            "T5|w(x)|f");
    assertThat(new HappensBefore(trace).races()).containsExactly(new Pair(4, 10));
    assertThat(races(trace))
        .singleElement()
        .satisfies(
            race -> {
              assertThat(race.first().index()).isEqualTo(4);
              assertThat(race.second().index()).isEqualTo(10);
            });
  }

  /** A write takes the place of all accesses before it, whether they raced with it or not. */
  @ParameterizedTest
  @ValueSource(strings = {"r", "ar", "w", "aw"})
  void race_withWhatIsBeforeAWrite_isReportedAtTheWriteOnly(String before) {
    TestTrace trace = TestTrace.parse("T1|" + before + "(x)", "T2|w(x)", "T3|w(x)", "T4|ar(x)");
    assertThat(races(trace))
        .extracting(race -> new Pair((int) race.first().index(), (int) race.second().index()))
        .containsExactly(new Pair(1, 2), new Pair(2, 3), new Pair(3, 4));
  }

  private static void assertExact(TestTrace trace) {
    assertThat(firstRaces(trace))
        .as("%s", trace)
        .isEqualTo(firstOf(trace, new HappensBefore(trace).races()));
  }

  private static List<Race> races(TestTrace trace) {
    RaceAnalysis analysis =
        RaceAnalysis.with("fasttrack").names(new TellingApart(trace)).everyPair(true).start();
    trace.replay(analysis);
    return analysis.finish().races();
  }

  /** For each racy variable the index of the first access that races with an earlier one. */
  private static Map<String, Long> firstRaces(TestTrace trace) {
    Map<String, Long> first = new TreeMap<>();
    for (Race race : races(trace)) {
      first.merge(race.variable(), race.second().index(), Math::min);
    }
    return first;
  }

  private static Map<String, Long> firstOf(TestTrace trace, Iterable<Pair> pairs) {
    Map<String, Long> first = new TreeMap<>();
    for (Pair pair : pairs) {
      int variable = trace.event(pair.second()).operand();
      String name = new TellingApart(trace).name(Op.Operand.VARIABLE, variable);
      first.merge(name, (long) pair.second(), Math::min);
    }
    return first;
  }

  /** Distinguishes the variables that allocations create under one name. */
  private record TellingApart(TestTrace trace) implements Names {
    @Override
    public String name(Op.Operand space, int id) {
      return trace.name(space, id) + "#" + id;
    }

    @Override
    public String location(int location) {
      return trace.location(location);
    }
  }
}

package io.racedet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineRun.Report;
import io.racedet.oracle.LastAccesses;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.race.RaceKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both goldilocks engines against happens-before by its definition. */
class GoldilocksTest {
  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void litmus_firstRaceOfEachVariable_isThatOfTheTable(LitmusCase litmus) {
    TestTrace trace = litmus.trace();
    Map<Integer, Integer> expected = new TreeMap<>();
    for (Pair pair : litmus.pairs("HB")) {
      expected.merge(trace.event(pair.second()).operand(), pair.second(), Math::min);
    }
    assertThat(firstRaces(eager(trace))).isEqualTo(expected);
  }

  @Test
  void randomTraces_races_areThoseOfTheDefinition() {
    RandomRuns.checkSome(GoldilocksTest::assertExact);
  }

  @Test
  @Tag("soak")
  void manyRandomTraces_races_areThoseOfTheDefinition(TestReporter reporter) {
    RandomRuns.checkMany(reporter, GoldilocksTest::assertExact);
  }

  private static void assertExact(TestTrace trace) {
    List<Report> eager = eager(trace);
    assertThat(eager).extracting(Report::pair).doesNotHaveDuplicates();
    assertThat(EngineRun.of(GoldilocksEager::new, trace).pairs())
        .isEqualTo(new LastAccesses(trace).races());
    for (Report race : eager) {
      assertThat(race.ordered()).isFalse();
      assertThat(race.kind() != RaceKind.READ_WRITE)
          .isEqualTo(trace.event((int) race.firstIndex()).isWrite());
      assertThat(race.kind() != RaceKind.WRITE_READ)
          .isEqualTo(trace.event((int) race.secondIndex()).isWrite());
    }
  }

  private static Map<Integer, Integer> firstRaces(List<Report> reports) {
    Map<Integer, Integer> first = new TreeMap<>();
    for (Report race : reports) {
      first.merge(race.variable(), (int) race.secondIndex(), Math::min);
    }
    return first;
  }

  private static List<Report> eager(TestTrace trace) {
    return EngineRun.of(GoldilocksEager::new, trace).reports();
  }
}

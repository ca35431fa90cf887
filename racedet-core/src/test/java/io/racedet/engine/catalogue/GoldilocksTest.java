package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.RandomRuns;
import io.racedet.engine.goldilocks.GoldilocksList;
import io.racedet.oracle.LastAccesses;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.RaceKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both goldilocks engines, compared with happens-before by its definition. */
class GoldilocksTest {
  private static final int[] LIST_LENGTHS = {1, 2, 5, GoldilocksList.USUAL_CELLS};

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
    assertThat(firstRaces(lazy(trace, GoldilocksList.USUAL_CELLS).reports())).isEqualTo(expected);
    assertThat(firstRaces(lazy(trace, 3).reports())).isEqualTo(expected);
  }

  @Test
  void randomTraces_races_areThoseOfTheDefinition() {
    GoldilocksPaths paths = new GoldilocksPaths();
    RandomRuns.checkSome(trace -> assertExact(trace, paths));
    paths.assertAllTaken(TraceRuns.SOME / 50);
  }

  @Test
  @Tag("soak")
  void manyRandomTraces_races_areThoseOfTheDefinition(TestReporter reporter) {
    GoldilocksPaths paths = new GoldilocksPaths();
    RandomRuns.checkMany(reporter, trace -> assertExact(trace, paths));
    paths.assertAllTaken(2_000);
  }

  private static void assertExact(TestTrace trace, GoldilocksPaths paths) {
    paths.add(trace);
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
    for (int cells : LIST_LENGTHS) {
      EngineRun<Goldilocks> lazy = lazy(trace, cells);
      assertSameVerdicts(lazy.reports(), eager);
      paths.add(lazy.engine().counts());
    }
  }

  /**
   * A read that is ordered after another one may replace it, so the lazy engine reports fewer
   * pairs.
   */
  private static void assertSameVerdicts(List<Report> lazy, List<Report> eager) {
    assertThat(lazy).doesNotHaveDuplicates();
    assertThat(eager).containsAll(lazy);
    assertThat(verdicts(lazy)).isEqualTo(verdicts(eager));
  }

  private static Set<Verdict> verdicts(List<Report> reports) {
    return reports.stream()
        .map(race -> new Verdict(race.variable(), race.kind(), race.secondIndex()))
        .collect(Collectors.toSet());
  }

  private record Verdict(int variable, RaceKind kind, long index) {}

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

  private static EngineRun<Goldilocks> lazy(TestTrace trace, int cells) {
    return EngineRun.of(setup -> new Goldilocks(setup, cells), trace);
  }
}

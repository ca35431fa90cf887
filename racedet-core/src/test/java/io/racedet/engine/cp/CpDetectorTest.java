package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.RandomRuns;
import io.racedet.engine.order.HappensBefore;
import io.racedet.oracle.CpRelation;
import io.racedet.oracle.Order;
import io.racedet.oracle.Pair;
import io.racedet.oracle.SuccessiveAccesses;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine says of each race, and that it is what the definition gives. */
class CpDetectorTest {
  private static final int TRACES = 34; // of each shape twice
  private static final int LONGEST = 60;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void reports_areTheSuccessivePairsOfTheDefinition_withTheirKindsAndGrades(int batch) {
    RandomRuns.some()
        .skip(batch * TRACES)
        .limit(TRACES)
        .filter(trace -> trace.size() <= LONGEST)
        .forEach(CpDetectorTest::check);
  }

  private static void check(TestTrace trace) {
    List<Report> reports = EngineRun.of(CpDetector::new, trace).reports();
    assertThat(reports)
        .as("%s", trace)
        .extracting(Report::pair)
        .containsExactlyInAnyOrderElementsOf(
            new SuccessiveAccesses(trace).of(new CpRelation(trace).races()));
    Order observed = new io.racedet.oracle.HappensBefore(trace).order();
    for (Report report : reports) {
      TraceEvent first = trace.event((int) report.firstIndex());
      TraceEvent second = trace.event((int) report.secondIndex());
      Pair pair = report.pair();
      assertThat(report.variable()).isEqualTo(first.operand());
      assertThat(report.kind()).isEqualTo(kind(first, second));
      assertThat(report.ordered())
          .as("%s%s", trace, pair)
          .isEqualTo(observed.before(pair.first(), pair.second()));
      assertDetail(report.firstDetail(), first);
      assertDetail(report.secondDetail(), second);
    }
    assertThat(
            EngineRun.of(setup -> new CpDetector(setup, new HappensBefore(), 0), trace).reports())
        .containsExactlyInAnyOrderElementsOf(reports);
  }

  private static RaceKind kind(TraceEvent first, TraceEvent second) {
    if (first.isRead()) {
      return RaceKind.READ_WRITE;
    }
    return second.isRead() ? RaceKind.WRITE_READ : RaceKind.WRITE_WRITE;
  }

  private static void assertDetail(long detail, TraceEvent event) {
    assertThat(AccessContext.location(detail)).isEqualTo(event.location());
    assertThat(AccessContext.isAtomic(detail)).isEqualTo(event.isAtomic());
  }
}

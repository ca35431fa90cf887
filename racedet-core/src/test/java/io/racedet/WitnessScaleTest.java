package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.trace.TraceReader;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Searches for witnesses in a long trace. */
class WitnessScaleTest {
  private static final int CANDIDATES = 64;
  private static final double NANOS_A_SECOND = 1e9;
  private static final int MAX_SECONDS = 60;

  @Test
  @Tag("soak")
  void witnesses_aMillionEvents64LocationPairs_underAMinute(TestReporter reporter)
      throws IOException {
    Workload workload = new Workload(8, 100, 100_000, 1_000_000, 10, 200, 2_000, 7);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    RaceReport report;
    try (TraceReader trace = new GeneratedTrace(workload)) {
      report =
          TraceAnalysis.with("tsan")
              .witnesses(TraceAnalysis.WITNESS_BUDGET)
              .build()
              .run(trace)
              .get(0);
    }
    double seconds = (threads.getCurrentThreadCpuTime() - start) / NANOS_A_SECOND;
    List<Race> all = Stream.concat(report.races().stream(), report.refuted().stream()).toList();
    reporter.publishEntry(
        all.stream().collect(Collectors.groupingBy(Race::grade, Collectors.counting()))
            + " in "
            + seconds
            + " s");
    assertThat(all).hasSizeGreaterThanOrEqualTo(CANDIDATES);
    assertThat(all).extracting(Race::grade).contains(Grade.WITNESSED, Grade.REFUTED);
    assertThat(all).noneMatch(race -> race.remark().contains("gave up"));
    assertThat(seconds).isLessThan(MAX_SECONDS);
  }
}

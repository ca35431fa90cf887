package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.racedet.junit.results.RunFolder;
import io.racedet.report.Outcome;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What a suite counts a test as that is aborted by an assumption: it did not fail. */
class AbortedOutcomeTest {
  @TempDir private Path directory;

  static class AbortedTestCases {
    private int field;

    @Test
    void aborts() {
      field++;
      Assumptions.assumeTrue(false);
    }
  }

  @Test
  void abortedTest_isNotCountedAsFailed() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(AbortedTestCases.class))
        .configurationParameter("racedet.auto", "true")
        .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
        .configurationParameter("racedet.output", directory.toString())
        .execute()
        .testEvents()
        .assertStatistics(statistics -> statistics.aborted(1).failed(0));
    RunReport report = new RunFolder(directory).finish().report().orElseThrow();
    assertThat(report.tests())
        .hasSize(1)
        .extracting(TestRun::outcome)
        .doesNotContain(Outcome.FAILED);
  }
}

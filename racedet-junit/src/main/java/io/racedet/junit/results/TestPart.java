package io.racedet.junit.results;

import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.report.KnownRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import java.util.List;

/**
 * The contribution of one test to the report of its run.
 *
 * @param quiet accepted races that the test should have found if they still existed
 * @param missed known races that the test had shown, but has not although it came to its end
 */
public record TestPart(
    RunReport report, String baseline, List<AcceptedRace> quiet, List<KnownRace> missed) {
  /** Contributes nothing. */
  public static final TestPart NONE =
      new TestPart(RunReport.of("", List.of(), List.of(), List.of()), "", List.of());

  /** Returns the contribution of tests that have no result. */
  public static TestPart of(List<TestRun> tests) {
    return new TestPart(
        RunReport.of(ToolVersion.read(), tests, List.of(), List.of()), "", List.of());
  }

  public TestPart {
    quiet = List.copyOf(quiet);
    missed = List.copyOf(missed);
  }

  /** A contribution of a test that has missed no known race. */
  public TestPart(RunReport report, String baseline, List<AcceptedRace> quiet) {
    this(report, baseline, quiet, List.of());
  }
}

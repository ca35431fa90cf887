package io.racedet.junit.results;

import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.report.KnownRace;
import io.racedet.report.Outcome;
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

  /** Returns the result of a test that was not checked. */
  public static TestRun unchecked(
      String id, String name, String home, Outcome outcome, List<String> warnings) {
    List<String> none = List.of();
    return new TestRun(id, name, home, outcome, 0, 0, "", none, none, warnings, 0, List.of());
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

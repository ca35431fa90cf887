package io.racedet.junit.check;

import io.racedet.junit.gate.AcceptedRace;
import io.racedet.report.RunReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The verdict on a test.
 *
 * @param failure what to throw; empty when the test passed
 * @param facts what was run, by the keys of report entries
 * @param warnings what a reader should know although the test passed
 * @param report the same for the report files
 * @param quiet accepted races that the test has not found although it executed both of their
 *     places, or one of these is gone
 */
public record CheckResult(
    Optional<Throwable> failure,
    Map<String, String> facts,
    List<String> warnings,
    RunReport report,
    List<AcceptedRace> quiet) {
  private static final RunReport NO_REPORT = new RunReport("", List.of(), List.of(), List.of());

  /**
   * Keeps its own copies.
   *
   * @param failure what to throw
   * @param facts what was run
   * @param warnings what a reader should know
   * @param report the same for the report files
   * @param quiet accepted races that the test should have found
   */
  public CheckResult {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    warnings = List.copyOf(warnings);
    quiet = List.copyOf(quiet);
  }

  /** A verdict without a report. */
  CheckResult(Optional<Throwable> failure, Map<String, String> facts, List<String> warnings) {
    this(failure, facts, warnings, NO_REPORT, List.of());
  }

  /** The same with more for a reader to know. */
  CheckResult with(List<String> more) {
    List<String> all = new ArrayList<>(warnings);
    all.addAll(more);
    return new CheckResult(failure, facts, all, report, quiet);
  }

  /** The same with its report. */
  CheckResult with(TestReport of) {
    return new CheckResult(failure, facts, warnings, of.of(failure, warnings), of.quiet());
  }
}

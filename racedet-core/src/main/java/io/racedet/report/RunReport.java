package io.racedet.report;

import java.util.List;

/**
 * All that a run has found: the content of the report files.
 *
 * @param version version of racedet; empty when unknown
 * @param tests the tests that were checked
 * @param races the races that were found, each {@link ReportedRace#key} once
 * @param warnings what is wrong with the report as a whole, for example that a part of it is
 *     missing
 */
public record RunReport(
    String version, List<TestRun> tests, List<ReportedRace> races, List<String> warnings) {
  /**
   * Keeps its own copies of the lists.
   *
   * @param version version of racedet
   * @param tests the tests
   * @param races the races
   * @param warnings what is wrong with the report
   */
  public RunReport {
    tests = List.copyOf(tests);
    races = List.copyOf(races);
    warnings = List.copyOf(warnings);
  }

  /**
   * Makes one report of several, for example of those of JVMs that ran side by side. Of a race that
   * several have found, the best proved is kept, with all sightings; of a test that ran more than
   * once, the later {@link Outcome}.
   *
   * @param parts the reports, in any order; the result does not depend on it but for equally good
   *     proofs
   * @return tests by their id, races by class, variable and place
   */
  public static RunReport merge(List<RunReport> parts) {
    return new ReportMerge(parts).merged();
  }
}

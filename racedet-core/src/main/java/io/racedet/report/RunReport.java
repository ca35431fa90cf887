package io.racedet.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The results of a run: the content of the report files.
 *
 * @param version version of racedet; empty when unknown
 * @param tests the tests that were checked
 * @param races the races that were found, with distinct {@link ReportedRace#key}s
 * @param deadlocks the deadlocks that were found, with distinct {@link ReportedDeadlock#key}s
 * @param gone known races and deadlocks that were not found although the tests that had shown them
 *     were run
 * @param warnings problems of the report as a whole, for example a missing part
 */
public record RunReport(
    String version,
    List<TestRun> tests,
    List<ReportedRace> races,
    List<ReportedDeadlock> deadlocks,
    List<GoneRace> gone,
    List<String> warnings) {
  /**
   * Keeps its own copies of the lists.
   *
   * @param version version of racedet
   * @param tests the tests
   * @param races the races
   * @param deadlocks the deadlocks
   * @param gone known races that were not found
   * @param warnings problems of the report
   */
  public RunReport {
    tests = List.copyOf(tests);
    races = List.copyOf(races);
    deadlocks = List.copyOf(deadlocks);
    gone = List.copyOf(gone);
    warnings = List.copyOf(warnings);
  }

  /**
   * {@return a report in which no known race is gone}
   *
   * @param version version of racedet
   * @param tests the tests
   * @param findings the races and deadlocks
   * @param warnings problems of the report
   */
  public static RunReport of(
      String version,
      List<TestRun> tests,
      Collection<? extends Finding> findings,
      List<String> warnings) {
    return new RunReport(
        version,
        tests,
        only(ReportedRace.class, findings),
        only(ReportedDeadlock.class, findings),
        List.of(),
        warnings);
  }

  private static <F extends Finding> List<F> only(
      Class<F> kind, Collection<? extends Finding> findings) {
    return findings.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** {@return the findings: the races, then the deadlocks} */
  public List<Finding> findings() {
    List<Finding> all = new ArrayList<>(races);
    all.addAll(deadlocks);
    return all;
  }

  /**
   * {@return a copy with other known races that were not found}
   *
   * @param others those that are gone
   */
  public RunReport withGone(List<GoneRace> others) {
    return new RunReport(version, tests, races, deadlocks, others, warnings);
  }

  /**
   * Merges several reports into one, for example those of concurrent JVMs. A race found in several
   * parts keeps its strongest grade and all occurrences. A test that ran more than once keeps the
   * later {@link Outcome}. A race is gone if a part says so and no part has found it.
   *
   * @param parts the reports; their order matters only among races with the same grade
   * @return tests sorted by id, new races and deadlocks first, then known and accepted ones; each
   *     of these races by class, variable and location, deadlocks by location
   */
  public static RunReport merge(List<RunReport> parts) {
    return new ReportMerge(parts).merged();
  }
}

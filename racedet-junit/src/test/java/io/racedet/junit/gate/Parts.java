package io.racedet.junit.gate;

import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.results.TestPart;
import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import io.racedet.report.Conflict;
import io.racedet.report.Evidence;
import io.racedet.report.History;
import io.racedet.report.Instruction;
import io.racedet.report.Occurrence;
import io.racedet.report.Outcome;
import io.racedet.report.Position;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedVariable;
import io.racedet.report.RunReport;
import io.racedet.report.Standing;
import io.racedet.report.TestRun;
import io.racedet.report.Timeline;
import io.racedet.report.WitnessOrder;
import java.util.List;
import java.util.Optional;

/** Results of tests, made up. */
public final class Parts {
  private Parts() {}

  public static TestPart clean(String test) {
    return new TestPart(report(test, List.of()), "", List.of());
  }

  /** A test whose result has warnings. */
  public static TestPart warned(String test, String... warnings) {
    return new TestPart(report(test, List.of(), List.of(warnings)), "", List.of());
  }

  public static TestPart quiet(String test, String field, int line) {
    return new TestPart(
        report(test, List.of()), "races.txt", List.of(new AcceptedRace(key(field), "why", line)));
  }

  public static TestPart racy(String test, String field) {
    return new TestPart(report(test, List.of(race(test, field))), "", List.of());
  }

  /** An increment by two threads: its write races with its read and with itself, on one line. */
  public static TestPart increment(String test, String field, Standing.State state) {
    List<ReportedRace> races =
        List.of(
            race(test, field, access(1, "T1", 1), access(2, "T2", 1)),
            race(test, field, access(1, "T1", 0), access(2, "T2", 1)));
    Standing standing = new Standing(state, "", List.of());
    return new TestPart(
        report(test, races.stream().map(race -> race.with(race.history().with(standing))).toList()),
        "",
        List.of());
  }

  /** A test that has not shown a race that some tests, itself included, have shown before. */
  public static TestPart missing(String test, String field, String... tests) {
    return new TestPart(
        report(test, List.of()),
        "",
        List.of(),
        List.of(KnownEntries.entry(field, Grade.OBSERVED, "earlier", tests)));
  }

  static RaceKey key(String field) {
    return race("", field).key();
  }

  private static RunReport report(String test, List<ReportedRace> races) {
    return report(test, races, List.of());
  }

  private static RunReport report(String test, List<ReportedRace> races, List<String> warnings) {
    TestRun run =
        new TestRun(
            test,
            test,
            "com.acme.AccountTest",
            races.isEmpty() ? Outcome.PASSED : Outcome.RACES,
            3,
            70,
            "42",
            List.of("fasttrack"),
            List.of(),
            warnings,
            0,
            List.of());
    return RunReport.of("1", List.of(run), races, List.of());
  }

  private static ReportedRace race(String test, String field) {
    return race(test, field, access(1, "T1", 0), access(2, "T2", 0));
  }

  private static ReportedRace race(
      String test, String field, ReportedAccess first, ReportedAccess second) {
    return new ReportedRace(
        new Conflict(
            new ReportedVariable(
                "com.acme.Account." + field, "Account." + field, "com.acme.Account"),
            RaceKind.WRITE_WRITE,
            first,
            second),
        "fasttrack",
        1,
        "",
        Timeline.NONE,
        new Evidence(Grade.OBSERVED, "nothing orders them", "", "", WitnessOrder.NONE),
        History.of(List.of(new Occurrence(test, 1, "NONE:1", "")), "-Dracedet.seed=NONE:1"));
  }

  private static ReportedAccess access(long index, String thread, int ordinal) {
    return new ReportedAccess(
        Position.of(
            index,
            thread,
            new Instruction("com.acme.Account", "deposit", "(I)V", ordinal, "Account.java", 7)),
        true,
        false,
        List.of(),
        Optional.empty());
  }
}

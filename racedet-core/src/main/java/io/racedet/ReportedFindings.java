package io.racedet;

import io.racedet.race.Deadlock;
import io.racedet.race.Race;
import io.racedet.race.ReachedLimit;
import io.racedet.report.Finding;
import io.racedet.report.History;
import io.racedet.report.Occurrence;
import io.racedet.report.Outcome;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.Timeline;
import io.racedet.report.WitnessOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Converts the findings of a trace, or of the events of a feed, to the content of report files. */
public final class ReportedFindings {
  private ReportedFindings() {}

  /**
   * {@return a report on the races in a feed; {@link RunReport#merge} combines several}
   *
   * @param name name of the feed in the report
   * @param engines the engines that ran
   * @param found what they found
   */
  public static RunReport of(String name, List<String> engines, RaceReport found) {
    return of(name, engines, List.of(found), race -> Timeline.NONE, race -> "");
  }

  /**
   * {@return a report on the races in a trace; {@link RunReport#merge} combines several}
   *
   * @param name name of the trace in the report
   * @param engines the engines that ran
   * @param found what each of them found
   * @param timelines what the threads of a race did; see {@link TraceAnalysis#timelines}
   * @param replay how to reproduce or explain a race, as text
   */
  public static RunReport of(
      String name,
      List<String> engines,
      List<RaceReport> found,
      Function<Race, Timeline> timelines,
      Function<Race, String> replay) {
    Map<RaceKey, ReportedRace> races = new LinkedHashMap<>();
    for (RaceReport report : found) {
      for (Race race : report.races()) {
        ReportedRace reported =
            ReportedRace.of(race)
                .with(timelines.apply(race))
                .with(seen(name, name, replay.apply(race)));
        races.merge(reported.key(), reported, ReportedFindings::better);
      }
    }
    TestRun test =
        new TestRun(
            name,
            name,
            "",
            races.isEmpty() ? Outcome.PASSED : Outcome.RACES,
            1,
            found.isEmpty() ? 0 : found.get(0).events(),
            "",
            engines,
            List.of(name),
            found.stream().flatMap(report -> warnings(report).stream()).distinct().toList(),
            found.isEmpty() ? 0 : found.get(0).dropped(),
            found.stream().flatMap(report -> report.limits().stream()).distinct().toList());
    List<String> problems = found.stream().flatMap(each -> each.problems().stream()).toList();
    return RunReport.merge(
        List.of(RunReport.of("", List.of(test), races.values(), named(name, problems, List.of()))));
  }

  private static History seen(String id, String trace, String replay) {
    return History.of(List.of(new Occurrence(id, 1, "", trace)), replay);
  }

  private static List<String> warnings(RaceReport report) {
    List<String> warnings = new ArrayList<>();
    if (report.dropped() > 0) {
      warnings.add(report.dropped() + " events were not well-formed and were left out");
    }
    report.failures().forEach(failure -> warnings.add(failure.text()));
    return warnings;
  }

  private static ReportedRace better(ReportedRace one, ReportedRace other) {
    return one.grade().isAtLeast(other.grade()) ? one : other;
  }

  /** Adds problems with a trace, each once, to warnings. */
  private static List<String> named(String trace, List<String> problems, List<String> others) {
    Set<String> warnings = new LinkedHashSet<>(others);
    problems.forEach(problem -> warnings.add(trace + ": " + problem));
    return List.copyOf(warnings);
  }

  /**
   * {@return a report on all that was found in a trace, with complete witnesses, also on what is
   * refuted, which comes last}
   *
   * @param id identifies the analysis
   * @param trace name of the trace
   * @param engines the engines that ran
   * @param found what was found
   */
  public static RunReport complete(
      String id, String trace, List<String> engines, AnalysisReport found) {
    List<Finding> all = new ArrayList<>();
    Stream.concat(found.found().stream(), found.refuted().stream())
        .forEach(
            result -> {
              Finding finding = Finding.of(result).with(seen(id, trace, ""));
              WitnessOrder witness = WitnessOrder.complete(result.witness());
              all.add(finding.with(finding.evidence().by(witness)));
            });
    TestRun test =
        new TestRun(
            id,
            trace,
            "",
            found.found().isEmpty() ? Outcome.PASSED : Outcome.RACES,
            1,
            found.events(),
            "",
            engines,
            List.of(trace),
            List.of(),
            found.dropped(),
            found.limits());
    return RunReport.of("", List.of(test), all, named(id, found.problems(), List.of()));
  }

  /**
   * {@return a report on the races and on the deadlocks in a trace}
   *
   * @param races the report on the races of this trace
   * @param found what was found; refuted patterns are left out
   * @param replay how to explain a deadlock, as text
   */
  public static RunReport add(
      RunReport races, DeadlockReport found, Function<Deadlock, String> replay) {
    TestRun test = races.tests().get(0);
    List<Finding> all = races.findings();
    for (Deadlock deadlock : found.deadlocks()) {
      all.add(
          ReportedDeadlock.of(deadlock).with(seen(test.id(), test.id(), replay.apply(deadlock))));
    }
    Set<ReachedLimit> limits = new LinkedHashSet<>(test.limits());
    limits.addAll(found.limits());
    TestRun both =
        new TestRun(
            test.id(),
            test.name(),
            test.className(),
            found.deadlocks().isEmpty() ? test.outcome() : Outcome.RACES,
            test.repetitions(),
            test.events(),
            test.seed(),
            test.engines(),
            test.traces(),
            test.warnings(),
            test.dropped(),
            List.copyOf(limits));
    List<String> warnings = named(test.name(), found.problems(), races.warnings());
    return RunReport.merge(List.of(RunReport.of(races.version(), List.of(both), all, warnings)));
  }
}

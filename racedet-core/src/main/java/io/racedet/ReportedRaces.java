package io.racedet;

import io.racedet.race.Race;
import io.racedet.report.Occurrence;
import io.racedet.report.Outcome;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.Timeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Converts what engines found in a trace, or in the events of a feed, to the content of report
 * files.
 */
public final class ReportedRaces {
  private final String name;
  private final Function<Race, Timeline> timelines;
  private final Function<Race, String> replay;

  private ReportedRaces(
      String name, Function<Race, Timeline> timelines, Function<Race, String> replay) {
    this.name = name;
    this.timelines = timelines;
    this.replay = replay;
  }

  /**
   * Makes a report on the races in a feed.
   *
   * @param name name of the feed in the report
   * @param engines the engines that ran
   * @param found what they found
   * @return the report on this feed; {@link RunReport#merge} combines several
   */
  public static RunReport of(String name, List<String> engines, RaceReport found) {
    return of(name, engines, List.of(found), race -> Timeline.NONE, race -> "");
  }

  /**
   * Makes a report on the races in a trace.
   *
   * @param name name of the trace in the report
   * @param engines the engines that ran
   * @param found what each of them found
   * @param timelines what the threads of a race did; see {@link TraceAnalysis#timelines}
   * @param replay how to reproduce or explain a race, as text
   * @return the report on this trace; {@link RunReport#merge} combines several
   */
  public static RunReport of(
      String name,
      List<String> engines,
      List<RaceReport> found,
      Function<Race, Timeline> timelines,
      Function<Race, String> replay) {
    ReportedRaces maker = new ReportedRaces(name, timelines, replay);
    Map<RaceKey, ReportedRace> races = new LinkedHashMap<>();
    for (RaceReport report : found) {
      for (Race race : report.races()) {
        ReportedRace reported = maker.race(race);
        races.merge(reported.key(), reported, ReportedRaces::better);
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
    List<String> errors =
        found.stream()
            .flatMap(report -> report.problems().stream())
            .map(error -> name + ": " + error)
            .distinct()
            .toList();
    return RunReport.merge(
        List.of(new RunReport("", List.of(test), List.copyOf(races.values()), errors)));
  }

  private static List<String> warnings(RaceReport report) {
    List<String> warnings = new ArrayList<>();
    if (report.dropped() > 0) {
      warnings.add(report.dropped() + " events were not well-formed and left out");
    }
    report.failures().forEach(failure -> warnings.add(failure.text()));
    return warnings;
  }

  private static ReportedRace better(ReportedRace one, ReportedRace other) {
    return one.grade().isAtLeast(other.grade()) ? one : other;
  }

  private ReportedRace race(Race race) {
    return ReportedRace.of(race)
        .change()
        .timeline(timelines.apply(race))
        .sightings(List.of(new Occurrence(name, 1, "", name)))
        .replay(replay.apply(race))
        .make();
  }
}

package io.racedet.junit.results;

import io.racedet.report.Finding;
import io.racedet.report.Frame;
import io.racedet.report.GoneRace;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The content of a report as the summary on the console counts it: each variable and pair of lines
 * once, as in the failure of a test. An increment alone has two races, of its read and of its
 * write.
 */
final class ByLines {
  private ByLines() {}

  /** Keeps the best proved race of each pair of lines; apart are those with another standing. */
  static RunReport of(RunReport report) {
    Map<List<Object>, ReportedRace> races = new LinkedHashMap<>();
    for (ReportedRace race : report.races()) {
      List<String> lines =
          sorted(Stream.of(race.first(), race.second()).map(a -> a.site().location()));
      races.merge(
          List.of(race.isAccepted(), race.standing().state(), race.variable().name(), lines),
          race,
          (one, other) -> one.grade().isAtLeast(other.grade()) ? one : other);
    }
    Map<List<Object>, GoneRace> gone = new LinkedHashMap<>();
    for (GoneRace each : report.gone()) {
      gone.merge(
          place(each),
          each,
          (one, other) -> one.race().grade().isAtLeast(other.race().grade()) ? one : other);
    }
    List<Finding> findings = new ArrayList<>(races.values());
    findings.addAll(report.deadlocks());
    return RunReport.of(report.version(), report.tests(), findings, report.warnings())
        .withGone(List.copyOf(gone.values()));
  }

  private static List<Object> place(GoneRace gone) {
    RaceKey key = gone.race().key();
    return key.kind() == RaceKey.Kind.DEADLOCK
        ? List.of(key)
        : List.of(key.variable(), sorted(gone.race().places().stream().map(Frame::location)));
  }

  private static List<String> sorted(Stream<String> lines) {
    return lines.sorted().toList();
  }
}

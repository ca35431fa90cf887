package io.racedet.cli.analyze;

import io.racedet.RaceReport;
import io.racedet.cli.console.ToolVersion;
import io.racedet.race.Race;
import io.racedet.report.Occurrence;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.WitnessOrder;
import io.racedet.report.json.JsonReport;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Races in the format of {@code races.json}: each pair of engine and file is a test, with the races
 * that the engine found, including refuted candidates.
 */
final class RacesAsJson implements RaceOutput {
  private final PrintStream out;
  private final List<TestRun> runs = new ArrayList<>();
  private final List<ReportedRace> races = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();

  RacesAsJson(PrintStream out) {
    this.out = out;
  }

  @Override
  public void report(String file, String engine, RaceReport report) {
    String id = file + ": " + engine;
    runs.add(
        new TestRun(
            id,
            file,
            "",
            report.races().isEmpty() ? Outcome.PASSED : Outcome.RACES,
            1,
            report.events(),
            "",
            List.of(engine),
            List.of(file),
            List.of(),
            report.dropped(),
            report.limits()));
    report.problems().forEach(error -> errors.add(id + ": " + error));
    List<Occurrence> occurrences = List.of(new Occurrence(id, 1, "", file));
    Stream.concat(report.races().stream(), report.refuted().stream())
        .map(race -> complete(race, occurrences))
        .forEach(races::add);
  }

  private static ReportedRace complete(Race race, List<Occurrence> occurrences) {
    return ReportedRace.of(race)
        .change()
        .witness(WitnessOrder.complete(race.witness()))
        .sightings(occurrences)
        .make();
  }

  @Override
  public void end() throws IOException {
    JsonReport.write(new RunReport(ToolVersion.get(), runs, races, errors), out);
  }
}

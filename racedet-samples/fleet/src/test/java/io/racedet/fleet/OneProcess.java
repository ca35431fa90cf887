package io.racedet.fleet;

import io.racedet.RaceReport;
import io.racedet.ReportedFindings;
import io.racedet.TraceAnalysis;
import io.racedet.race.Race;
import io.racedet.report.History;
import io.racedet.report.Occurrence;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.Timeline;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What one process finds in traces without Spark, one after another in the order of their names.
 */
final class OneProcess {
  private final String[] engines;
  private final boolean witness;

  OneProcess(boolean witness, String... engines) {
    this.witness = witness;
    this.engines = engines;
  }

  RunReport report(Path folder, List<String> names) throws IOException {
    List<RunReport> parts = new ArrayList<>();
    for (String name : names.stream().sorted().toList()) {
      parts.add(report(folder.resolve(name), name));
    }
    return RunReport.merge(parts);
  }

  private RunReport report(Path file, String name) throws IOException {
    List<RaceReport> found;
    try (TraceReader trace = TraceFile.open(file, null, false)) {
      TraceAnalysis.Builder analysis = TraceAnalysis.with(engines);
      found =
          (witness ? analysis.witnesses(TraceAnalysis.WITNESS_BUDGET) : analysis)
              .build()
              .run(trace);
    }
    Map<Race, Timeline> timelines = new IdentityHashMap<>();
    List<Race> races = found.stream().flatMap(each -> each.races().stream()).toList();
    try (TraceReader trace = TraceFile.open(file, null, false)) {
      List<Timeline> read = TraceAnalysis.with().build().timelines(trace, races);
      for (int i = 0; i < races.size(); i++) {
        timelines.put(races.get(i), read.get(i));
      }
    }
    return ReportedFindings.of(name, List.of(engines), found, timelines::get, race -> "");
  }

  /** A race of a report as it is to be compared: where first and last, and nothing to replay. */
  static ReportedRace essence(ReportedRace race) {
    List<Occurrence> seen = race.history().sightings();
    List<Occurrence> ends = Stream.of(seen.get(0), seen.get(seen.size() - 1)).distinct().toList();
    return race.with(
        new History(
            ends,
            race.history().unlisted() + seen.size() - ends.size(),
            "",
            race.history().accept(),
            race.history().accepted(),
            race.standing()));
  }
}

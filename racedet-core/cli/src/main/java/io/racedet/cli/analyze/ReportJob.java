package io.racedet.cli.analyze;

import io.racedet.DeadlockReport;
import io.racedet.RaceReport;
import io.racedet.ReportedFindings;
import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.TraceJob;
import io.racedet.race.Race;
import io.racedet.report.RunReport;
import io.racedet.report.Timeline;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/** Collects the races and deadlocks in traces for report files. */
final class ReportJob implements TraceJob {
  /** Writes what has been collected. */
  @FunctionalInterface
  interface Writing {
    void write(RunReport report) throws IOException;
  }

  private final TraceAnalysis.Builder analysis;
  private final TraceAnalysis secondReading;
  private final List<String> engines;
  private final TraceOpening traces;
  private final Writing files;
  private final Console console;
  private final List<RunReport> parts = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  /** Prepares for traces. */
  ReportJob(
      TraceAnalysis.Builder analysis,
      TraceAnalysis secondReading,
      List<String> engines,
      TraceOpening traces,
      Writing files,
      Console console) {
    this.analysis = analysis;
    this.secondReading = secondReading;
    this.engines = engines;
    this.traces = traces;
    this.files = files;
    this.console = console;
  }

  @Override
  public int take(String file, TraceReader trace, LongConsumer progress) throws IOException {
    List<DeadlockReport> deadlocks = new ArrayList<>();
    List<RaceReport> reports =
        analysis.onProgress(progress).onDeadlocks(deadlocks::add).build().run(trace);
    List<Race> races = reports.stream().flatMap(report -> report.races().stream()).toList();
    String name = name(file);
    Map<Race, Timeline> timelines = timelines(file, races);
    RunReport part =
        ReportedFindings.of(
            name,
            engines,
            reports,
            race -> timelines.getOrDefault(race, Timeline.NONE),
            race -> explanation(race, name));
    int status = ExitStatus.of(file, reports, console);
    for (DeadlockReport found : deadlocks) {
      part =
          ReportedFindings.add(
              part, found, deadlock -> "racedet analyze --deadlocks --witness " + name);
    }
    parts.add(part);
    return Math.max(status, ExitStatus.of(file, deadlocks, console));
  }

  private Map<Race, Timeline> timelines(String file, List<Race> races) throws IOException {
    Map<Race, Timeline> timelines = new IdentityHashMap<>();
    if (!races.isEmpty()) {
      try (TraceReader trace = traces.open(file)) {
        List<Timeline> found = secondReading.timelines(trace, races);
        for (int i = 0; i < found.size(); i++) {
          timelines.put(races.get(i), found.get(i));
        }
      }
    }
    return timelines;
  }

  private static String explanation(Race race, String name) {
    return race.first().isKnown()
        ? "racedet analyze --explain "
            + race.first().index()
            + ','
            + race.second().index()
            + ' '
            + name
        : "racedet analyze -e " + race.engine() + ' ' + name;
  }

  /** The name without its folders, which readers of the report need not know. */
  private String name(String file) {
    String plain = Path.of(file).getFileName().toString();
    String name = plain;
    for (int i = 2; !names.add(name); i++) {
      name = plain + " (" + i + ')';
    }
    return name;
  }

  @Override
  public void failed(String file, Exception why) {
    String missing =
        name(file) + " could not be read completely: its races and deadlocks are missing";
    parts.add(RunReport.of("", List.of(), List.of(), List.of(missing)));
  }

  @Override
  public void end() throws IOException {
    files.write(RunReport.merge(parts));
  }
}

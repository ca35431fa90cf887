package io.racedet.fleet;

import io.racedet.RaceReport;
import io.racedet.ReportedFindings;
import io.racedet.event.MalformedEventException;
import io.racedet.race.Race;
import io.racedet.race.ReachedLimit;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.Timeline;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Analyses a trace, or a window of one, wherever it is called; one that cannot be read has a
 * result, too.
 */
final class TraceTask implements Function<TracePart, TraceResult> {
  private static final long serialVersionUID = 1L;

  private final AnalysisChoice choice;
  private final Broadcast<SerializableConfiguration> hadoop;

  TraceTask(AnalysisChoice choice, Broadcast<SerializableConfiguration> hadoop) {
    this.choice = choice;
    this.hadoop = hadoop;
  }

  @Override
  public TraceResult call(TracePart part) {
    try {
      return analyse(part);
    } catch (IOException | MalformedEventException e) {
      return damaged(part.input(), choice.engines(), TraceOpening.message(part.input(), e));
    }
  }

  private TraceResult analyse(TracePart part) throws IOException {
    TraceInput input = part.input();
    List<RaceReport> found;
    try (TraceReader trace = TraceOpening.open(part, hadoop.value().value(), choice.lenient())) {
      found = choice.analysis().build().run(trace);
    }
    Map<Race, Timeline> timelines = timelines(part, found);
    RunReport report =
        ReportedFindings.of(
            input.name(),
            choice.engines(),
            found,
            race -> timelines.getOrDefault(race, Timeline.NONE),
            race -> explanation(race, input.name()));
    List<String> problems =
        found.stream()
            .flatMap(each -> each.problems().stream())
            .distinct()
            .map(problem -> input.name() + ": " + problem)
            .toList();
    return result(part, report, problems);
  }

  /** The result of a part from the report on it. */
  static TraceResult result(TracePart part, RunReport report, List<String> problems) {
    List<TestRun> tests =
        part.own() >= 0 ? List.of(counted(report.tests().get(0), part)) : report.tests();
    RunReport rest = RunReport.of("", tests, List.of(), report.warnings());
    return new TraceResult(part.input(), Reports.bytes(rest), races(part, report), problems, "");
  }

  private Map<Race, Timeline> timelines(TracePart part, List<RaceReport> found) throws IOException {
    List<Race> races = found.stream().flatMap(each -> each.races().stream()).toList();
    Map<Race, Timeline> timelines = new IdentityHashMap<>();
    if (!races.isEmpty()) {
      try (TraceReader trace = TraceOpening.open(part, hadoop.value().value(), choice.lenient())) {
        List<Timeline> read = choice.secondReading().timelines(trace, races);
        for (int i = 0; i < read.size(); i++) {
          timelines.put(races.get(i), read.get(i));
        }
      }
    }
    return timelines;
  }

  /** Such that the parts of a trace together have its events. */
  private static TestRun counted(TestRun run, TracePart part) {
    List<ReachedLimit> limits = new ArrayList<>(run.limits());
    if (part.isWindow()) {
      limits.add(0, part.limit());
    }
    return new TestRun(
        run.id(),
        run.name(),
        run.className(),
        run.outcome(),
        part.splits().isFirst() && part.own() > 0 ? 1 : 0,
        part.own(),
        run.seed(),
        run.engines(),
        run.traces(),
        run.warnings(),
        run.dropped(),
        limits);
  }

  private static Map<RaceId, SeenRace> races(TracePart part, RunReport report) {
    Map<RaceId, SeenRace> races = new LinkedHashMap<>();
    for (ReportedRace race : report.races()) {
      races.put(RaceId.of(race.key()), SeenRace.of(race, part));
    }
    return races;
  }

  static String explanation(Race race, String name) {
    return race.first().isKnown()
        ? "racedet analyze --explain %d,%d %s"
            .formatted(race.first().index(), race.second().index(), name)
        : "racedet analyze -e %s %s".formatted(race.engine(), name);
  }

  /** The result of a trace that cannot be read. */
  static TraceResult damaged(TraceInput input, List<String> engines, String why) {
    TestRun run =
        new TestRun(
            input.name(),
            input.name(),
            "",
            Outcome.NOT_CHECKED,
            1,
            0,
            "",
            engines,
            List.of(input.name()),
            List.of(why),
            0,
            List.of());
    String missing = input.name() + " could not be read completely: its races are missing";
    RunReport report = RunReport.of("", List.of(run), List.of(), List.of(missing));
    return new TraceResult(input, Reports.bytes(report), Map.of(), List.of(why), why);
  }
}

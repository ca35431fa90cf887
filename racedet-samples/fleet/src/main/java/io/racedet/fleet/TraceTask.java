package io.racedet.fleet;

import io.racedet.RaceReport;
import io.racedet.ReportedRaces;
import io.racedet.event.MalformedEventException;
import io.racedet.race.Race;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.Timeline;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** Analyses one trace, wherever it is called; a trace that cannot be read has a result, too. */
final class TraceTask implements Function<TraceInput, TraceResult> {
  private static final long serialVersionUID = 1L;

  private final AnalysisChoice choice;
  private final Broadcast<SerializableConfiguration> hadoop;

  TraceTask(AnalysisChoice choice, Broadcast<SerializableConfiguration> hadoop) {
    this.choice = choice;
    this.hadoop = hadoop;
  }

  @Override
  public TraceResult call(TraceInput input) {
    try {
      return analyse(input);
    } catch (IOException | MalformedEventException e) {
      return damaged(input, TraceOpening.message(input, e));
    }
  }

  private TraceResult analyse(TraceInput input) throws IOException {
    List<RaceReport> found;
    long dropped;
    long[] malformed = new long[1];
    try (TraceReader trace = TraceOpening.open(input, hadoop.value().value(), choice.lenient())) {
      found = choice.analysis().onViolation(violation -> malformed[0]++).build().run(trace);
      dropped = malformed[0] + trace.dropped();
    }
    Map<Race, Timeline> timelines = timelines(input, found);
    RunReport report =
        ReportedRaces.of(
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
    RunReport rest = new RunReport("", report.tests(), List.of(), report.warnings());
    return new TraceResult(input, Reports.bytes(rest), races(input, report), problems, "");
  }

  private Map<Race, Timeline> timelines(TraceInput input, List<RaceReport> found)
      throws IOException {
    List<Race> races = found.stream().flatMap(each -> each.races().stream()).toList();
    Map<Race, Timeline> timelines = new IdentityHashMap<>();
    if (!races.isEmpty()) {
      try (TraceReader trace = TraceOpening.open(input, hadoop.value().value(), choice.lenient())) {
        List<Timeline> read = choice.secondReading().timelines(trace, races);
        for (int i = 0; i < read.size(); i++) {
          timelines.put(races.get(i), read.get(i));
        }
      }
    }
    return timelines;
  }

  private static Map<RaceId, SeenRace> races(TraceInput input, RunReport report) {
    Map<RaceId, SeenRace> races = new LinkedHashMap<>();
    for (ReportedRace race : report.races()) {
      String name = input.name();
      races.put(
          RaceId.of(race.key()),
          new SeenRace(1, race.pairs(), name, name, race.grade(), name, Reports.bytes(race)));
    }
    return races;
  }

  private static String explanation(Race race, String name) {
    return race.first().isKnown()
        ? "racedet analyze --explain %d,%d %s"
            .formatted(race.first().index(), race.second().index(), name)
        : "racedet analyze -e %s %s".formatted(race.engine(), name);
  }

  private TraceResult damaged(TraceInput input, String why) {
    TestRun run =
        new TestRun(
            input.name(),
            input.name(),
            "",
            Outcome.NOT_CHECKED,
            1,
            0,
            "",
            choice.engines(),
            List.of(input.name()),
            List.of(why));
    String missing = input.name() + " could not be read completely: its races are missing";
    RunReport report = new RunReport("", List.of(run), List.of(), List.of(missing));
    return new TraceResult(input, Reports.bytes(report), Map.of(), List.of(why), why);
  }
}

package io.racedet.fleet;

import io.racedet.report.Occurrence;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;

/**
 * Analyses many traces, each as a whole, and reduces what they show by race. The result depends on
 * the traces only: not on the number of machines, the order in which they finish, or how often a
 * part of the work was repeated.
 */
final class ManyTraces implements AutoCloseable {
  /** So many tasks for each core: the last ones are short, and little is lost with a machine. */
  private static final int TASKS_PER_CORE = 8;

  private final JavaRDD<TraceResult> results;
  private final JavaPairRDD<PlacedRace, SeenRace> byModule;

  /** Prepares an analysis; it begins when a result is asked for. */
  ManyTraces(JavaSparkContext spark, List<TraceInput> traces, AnalysisChoice choice) {
    TraceTask task =
        new TraceTask(
            choice, spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration())));
    int tasks = Math.min(traces.size(), TASKS_PER_CORE * spark.defaultParallelism());
    results =
        spark
            .parallelize(dealt(traces, tasks), tasks)
            .map(task)
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    byModule =
        results
            .flatMapToPair(
                result ->
                    result.races().entrySet().stream()
                        .map(
                            race ->
                                new Tuple2<>(
                                    new PlacedRace(result.input().origin(), race.getKey()),
                                    race.getValue()))
                        .iterator())
            .reduceByKey(SeenRace::and, spark.defaultParallelism())
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
  }

  /** In an order that gives each of so many equal parts its share of the largest files. */
  private static List<TraceInput> dealt(List<TraceInput> traces, int parts) {
    List<TraceInput> bySize = new ArrayList<>(traces);
    bySize.sort(
        Comparator.comparingLong(TraceInput::bytes).reversed().thenComparing(TraceInput::name));
    List<TraceInput> dealt = new ArrayList<>(traces.size());
    for (int part = 0; part < parts; part++) {
      for (int i = part; i < bySize.size(); i += parts) {
        dealt.add(bySize.get(i));
      }
    }
    return dealt;
  }

  /** The races of each module of each build. */
  JavaPairRDD<PlacedRace, SeenRace> byModule() {
    return byModule;
  }

  /** The results of the traces that could not be read. */
  JavaRDD<TraceResult> damaged() {
    return results.filter(result -> !result.damage().isEmpty());
  }

  /** Why the result is not complete, a line for each, in the order of the traces. */
  List<String> problems() {
    return results
        .filter(result -> !result.problems().isEmpty())
        .mapToPair(result -> new Tuple2<>(result.input().name(), result.problems()))
        .collect()
        .stream()
        .sorted(Comparator.comparing(Tuple2::_1))
        .flatMap(problems -> problems._2().stream())
        .toList();
  }

  /** The races of all traces, each once. */
  Map<RaceId, SeenRace> races() {
    Map<RaceId, SeenRace> races = new LinkedHashMap<>();
    byModule
        .mapToPair(race -> new Tuple2<>(race._1().race(), race._2()))
        .reduceByKey(SeenRace::and)
        .collect()
        .forEach(race -> races.put(race._1(), race._2()));
    return races;
  }

  /** The report on all traces. */
  RunReport report(String version) {
    List<RunReport> parts = new ArrayList<>();
    for (byte[] bytes : results.map(TraceResult::report).collect()) {
      RunReport part = Reports.report(bytes);
      parts.add(
          new RunReport(version, part.tests(), part.races(), part.deadlocks(), part.warnings()));
    }
    races().values().stream()
        .map(ManyTraces::reported)
        .forEach(race -> parts.add(new RunReport(version, List.of(), List.of(race), List.of())));
    RunReport merged = RunReport.merge(parts);
    return new RunReport(
        version,
        merged.tests(),
        merged.races(),
        merged.deadlocks(),
        merged.warnings().stream().sorted().toList());
  }

  private static ReportedRace reported(SeenRace seen) {
    List<Occurrence> sightings =
        Stream.of(seen.first(), seen.last())
            .distinct()
            .map(trace -> new Occurrence(trace, 1, "", trace))
            .toList();
    return Reports.race(seen.report())
        .change()
        .pairs(seen.pairs())
        .sightings(sightings)
        .unlisted(seen.traces() - sightings.size())
        .make();
  }

  @Override
  public void close() {
    byModule.unpersist();
    results.unpersist();
  }
}

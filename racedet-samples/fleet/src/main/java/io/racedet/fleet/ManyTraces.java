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
import scala.Tuple2;

/**
 * Analyses many traces, or windows of them, and reduces what they show by race. The result depends
 * on the traces only: not on the number of machines, the order in which they finish, or how often a
 * part of the work was repeated.
 */
final class ManyTraces implements AutoCloseable {
  /** So many tasks for each core: the last ones are short, and little is lost with a machine. */
  private static final int TASKS_PER_CORE = 8;

  private final JavaRDD<TraceResult> results;
  private final JavaPairRDD<PlacedRace, SeenRace> byModule;

  /**
   * Prepares an analysis; it begins when a result is asked for.
   *
   * @param others what came of traces, or of engines, that are not among the parts
   */
  ManyTraces(
      JavaSparkContext spark, List<TracePart> parts, TraceTask task, List<TraceResult> others) {
    int tasks = Math.max(1, Math.min(parts.size(), TASKS_PER_CORE * spark.defaultParallelism()));
    results =
        spark
            .parallelize(dealt(parts, tasks), tasks)
            .map(task)
            .union(spark.parallelize(others, 1))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    byModule =
        byTrace(results, !others.isEmpty() || parts.stream().anyMatch(TracePart::isWindow))
            .reduceByKey(SeenRace::and, spark.defaultParallelism())
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
  }

  /** The races of each trace, once even if several windows have shown them. */
  private static JavaPairRDD<PlacedRace, SeenRace> byTrace(
      JavaRDD<TraceResult> results, boolean hasWindows) {
    JavaPairRDD<PlacedRace, SeenRace> seen =
        results.flatMapToPair(
            result ->
                result.races().entrySet().stream()
                    .map(
                        race ->
                            new Tuple2<>(
                                new PlacedRace(result.input().origin(), race.getKey()),
                                race.getValue()))
                    .iterator());
    return hasWindows
        ? seen.mapToPair(
                race -> new Tuple2<>(new Tuple2<>(race._1(), race._2().first()), race._2()))
            .reduceByKey(SeenRace::orWindow)
            .mapToPair(race -> new Tuple2<>(race._1()._1(), race._2()))
        : seen;
  }

  /** In an order that gives each of so many equal tasks its share of the largest parts. */
  private static List<TracePart> dealt(List<TracePart> parts, int tasks) {
    List<TracePart> bySize = new ArrayList<>(parts);
    bySize.sort(
        Comparator.comparingLong(ManyTraces::bytes)
            .reversed()
            .thenComparing(part -> part.input().name())
            .thenComparing(part -> part.splits().number()));
    List<TracePart> dealt = new ArrayList<>(parts.size());
    for (int task = 0; task < tasks; task++) {
      for (int i = task; i < bySize.size(); i += tasks) {
        dealt.add(bySize.get(i));
      }
    }
    return dealt;
  }

  private static long bytes(TracePart part) {
    return part.isWindow() ? part.splits().length() : part.input().bytes();
  }

  /** The races of each module of each build. */
  JavaPairRDD<PlacedRace, SeenRace> byModule() {
    return byModule;
  }

  /** The traces that could not be read, each once, with the reason. */
  JavaPairRDD<TraceInput, String> damaged() {
    return results
        .filter(result -> !result.damage().isEmpty())
        .mapToPair(result -> new Tuple2<>(result.input(), result.damage()))
        .reduceByKey((one, other) -> one.compareTo(other) <= 0 ? one : other);
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
        .distinct()
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
      parts.add(RunReport.of(version, part.tests(), part.findings(), part.warnings()));
    }
    races().values().stream()
        .map(ManyTraces::reported)
        .forEach(race -> parts.add(RunReport.of(version, List.of(), List.of(race), List.of())));
    RunReport merged = RunReport.merge(parts);
    return RunReport.of(
        version, merged.tests(), merged.findings(), merged.warnings().stream().sorted().toList());
  }

  private static ReportedRace reported(SeenRace seen) {
    List<Occurrence> sightings =
        Stream.of(seen.first(), seen.last())
            .distinct()
            .map(trace -> new Occurrence(trace, 1, "", trace))
            .toList();
    ReportedRace race = Reports.race(seen.report());
    return race.counted(seen.pairs())
        .with(race.history().seen(sightings, seen.traces() - sightings.size()));
  }

  @Override
  public void close() {
    byModule.unpersist();
    results.unpersist();
  }
}

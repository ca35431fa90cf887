package io.racedet.fleet;

import io.racedet.RaceReport;
import io.racedet.ReportedFindings;
import io.racedet.event.MalformedEventException;
import io.racedet.part.PartAnalysis;
import io.racedet.part.PartRaces;
import io.racedet.part.PartSummary;
import io.racedet.report.RunReport;
import io.racedet.report.Timeline;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * One long trace in parts, with exactly the races that {@code djit} and {@code eraser} find in the
 * whole: each split of the file is summarised, the state before each split is computed from the
 * summaries, and each split is read again to name its races.
 */
final class ExactTrace {
  private static final PartAnalysis PARTS = PartAnalysis.usual();

  /** The summary of a split, or why there is none. */
  private record Outcome(PartSummary summary, String damage) implements Serializable {}

  private final JavaSparkContext spark;
  private final TraceSource source;
  private final List<TraceSplit> splits;
  private final int fan;

  /**
   * Prepares for a trace.
   *
   * @param fan how many summaries a task combines in a row
   */
  ExactTrace(JavaSparkContext spark, TraceSource source, List<TraceSplit> splits, int fan) {
    this.fan = fan;
    this.spark = spark;
    this.source = source;
    this.splits = splits;
  }

  /** Whether an engine works in parts. */
  static boolean isFor(String engine) {
    return PartAnalysis.ENGINES.contains(engine);
  }

  /** The result of some of these engines. */
  TraceResult result(List<String> engines) {
    JavaPairRDD<Integer, TraceSplit> numbered =
        JavaPairRDD.fromJavaRDD(
            spark
                .parallelize(splits, splits.size())
                .map(split -> new Tuple2<>(split.number(), split)));
    JavaPairRDD<Integer, Outcome> outcomes = summaries(source, numbered);
    outcomes.persist(StorageLevel.MEMORY_AND_DISK_SER());
    try {
      List<String> damages =
          outcomes
              .filter(split -> !split._2().damage().isEmpty())
              .sortByKey()
              .map(split -> split._2().damage())
              .take(1);
      return damages.isEmpty()
          ? result(engines, races(numbered, outcomes.mapValues(Outcome::summary)))
          : TraceTask.damaged(source.input(), engines, damages.get(0));
    } finally {
      outcomes.unpersist();
    }
  }

  private static JavaPairRDD<Integer, Outcome> summaries(
      TraceSource source, JavaPairRDD<Integer, TraceSplit> numbered) {
    return numbered.mapValues(
        split -> {
          try (TraceReader part = source.open(split)) {
            return new Outcome(PARTS.summarise(part), "");
          } catch (IOException | MalformedEventException e) {
            return new Outcome(null, TraceOpening.message(source.input(), e));
          }
        });
  }

  private PartRaces races(
      JavaPairRDD<Integer, TraceSplit> numbered, JavaPairRDD<Integer, PartSummary> summaries) {
    TraceSource where = source;
    JavaRDD<PartRaces> races =
        numbered
            .join(SummaryScan.before(summaries, splits.size(), fan))
            .map(
                split -> {
                  try (TraceReader part = where.open(split._2()._1())) {
                    return PARTS.races(split._2()._2(), part);
                  }
                });
    return races.treeReduce(PartRaces::combine);
  }

  private TraceResult result(List<String> engines, PartRaces races) {
    List<RaceReport> found = engines.stream().map(races::report).toList();
    String name = source.input().name();
    RunReport report =
        ReportedFindings.of(
            name, engines, found, race -> Timeline.NONE, race -> TraceTask.explanation(race, name));
    return TraceTask.result(TracePart.whole(source.input()), report, List.of());
  }
}

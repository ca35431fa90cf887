package io.racedet.fleet;

import io.racedet.trace.TraceSplit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** Decides in which parts traces are analysed. */
final class FleetJob {
  private final JavaSparkContext spark;
  private final AnalysisChoice choice;
  private final int window;
  private final int fan;
  private final Configuration hadoop;
  private final Broadcast<SerializableConfiguration> settings;

  /**
   * Prepares for traces.
   *
   * @param window splits of a window
   * @param fan how many summaries a task combines in a row
   */
  FleetJob(JavaSparkContext spark, AnalysisChoice choice, int window, int fan) {
    this.fan = fan;
    this.spark = spark;
    this.choice = choice;
    this.window = window;
    hadoop = spark.hadoopConfiguration();
    settings = spark.broadcast(new SerializableConfiguration(hadoop));
  }

  /** Each trace as a whole. */
  ManyTraces each(List<TraceInput> traces) {
    List<TracePart> parts = traces.stream().map(TracePart::whole).toList();
    return new ManyTraces(spark, parts, new TraceTask(choice, settings), List.of());
  }

  /** Each trace in its splits: exactly by the engines that can do that, by others in windows. */
  ManyTraces inParts(List<TraceInput> traces) {
    List<String> exact = choice.engines().stream().filter(ExactTrace::isFor).toList();
    List<String> others = choice.engines().stream().filter(name -> !exact.contains(name)).toList();
    List<TraceResult> results = new ArrayList<>();
    List<TracePart> windows = new ArrayList<>();
    for (TraceInput trace : traces) {
      List<TraceSplit> splits;
      try {
        splits = TraceOpening.splits(trace, hadoop, false);
      } catch (IOException e) {
        String damage = TraceOpening.message(trace, e);
        results.add(TraceTask.damaged(trace, choice.engines(), damage));
        continue;
      }
      if (!exact.isEmpty()) {
        TraceSource source = new TraceSource(trace, settings);
        results.add(new ExactTrace(spark, source, splits, fan).result(exact));
      }
      if (!others.isEmpty()) {
        windows.addAll(TracePart.windows(trace, splits, window, exact.isEmpty()));
      }
    }
    return new ManyTraces(spark, windows, new TraceTask(choice.with(others), settings), results);
  }
}

package io.racedet.cli;

import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/** Lists the races of traces. */
final class RaceJob implements TraceJob {
  private final TraceAnalysis.Builder analysis;
  private final List<String> engines;
  private final RaceOutput races;

  RaceJob(TraceAnalysis.Builder analysis, List<String> engines, RaceOutput races) {
    this.analysis = analysis;
    this.engines = engines;
    this.races = races;
  }

  @Override
  public boolean take(String file, TraceReader trace, LongConsumer progress) throws IOException {
    List<RaceReport> reports = analysis.onProgress(progress).build().run(trace);
    boolean found = false;
    for (int i = 0; i < engines.size(); i++) {
      races.report(file, engines.get(i), reports.get(i));
      found |= !reports.get(i).races().isEmpty();
    }
    return found;
  }

  @Override
  public void end() throws IOException {
    races.end();
  }
}

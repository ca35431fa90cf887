package io.racedet.cli.analyze;

import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.TraceJob;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/** Lists the races of traces. */
final class RaceJob implements TraceJob {
  private final TraceAnalysis.Builder analysis;
  private final List<String> engines;
  private final FindingOutput races;
  private final WitnessOptions witnesses;
  private final Console console;

  /**
   * Prepares for traces.
   *
   * @param witnesses what is listed of refuted candidates, which are counted in any case, and of
   *     the search
   */
  RaceJob(
      TraceAnalysis.Builder analysis,
      List<String> engines,
      FindingOutput races,
      WitnessOptions witnesses,
      Console console) {
    this.analysis = analysis;
    this.engines = engines;
    this.races = races;
    this.witnesses = witnesses;
    this.console = console;
  }

  @Override
  public int take(String file, TraceReader trace, LongConsumer progress) throws IOException {
    List<RaceReport> reports =
        analysis
            .onProgress(progress)
            .onDecided(race -> races.decided(file, race))
            .build()
            .run(trace);
    for (int i = 0; i < engines.size(); i++) {
      RaceReport report = reports.get(i);
      races.report(
          file, engines.get(i), witnesses.listRefuted() ? report : report.withoutRefuted());
      complainOfLimits(file, engines.get(i), report);
      int refuted = report.refuted().size();
      if (refuted > 0) {
        console.complain(
            file
                + ": "
                + engines.get(i)
                + ": "
                + refuted
                + (refuted == 1 ? " candidate refuted" : " candidates refuted"));
      }
    }
    if (witnesses.listSteps()) {
      complainOfSteps(file, reports);
    }
    return ExitStatus.of(file, reports, console);
  }

  private void complainOfSteps(String file, List<RaceReport> reports) {
    for (int i = 0; i < engines.size(); i++) {
      String source = file + ": " + engines.get(i) + ": ";
      reports.get(i).steps().forEach(step -> console.complain(source + step.text()));
    }
  }

  private void complainOfLimits(String file, String engine, RaceReport report) {
    if (!races.showsLimits()) {
      report
          .limits()
          .forEach(limit -> console.complain(file + ": " + engine + ": limit: " + limit.text()));
    }
  }

  @Override
  public void end() throws IOException {
    races.end();
  }
}

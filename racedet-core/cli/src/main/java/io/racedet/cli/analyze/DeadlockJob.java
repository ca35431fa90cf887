package io.racedet.cli.analyze;

import io.racedet.DeadlockReport;
import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.TraceJob;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.function.LongConsumer;

/** Lists the deadlocks of traces. */
final class DeadlockJob implements TraceJob {
  private final TraceAnalysis.Builder analysis;
  private final TraceOpening again; // null if the first reading finds proofs
  private final TraceAnalysis proving;
  private final boolean listsRefuted;
  private final FindingOutput output;
  private final Console console;

  /**
   * Prepares for traces.
   *
   * @param again opens a trace in which that found patterns again; null for no second reading
   * @param listsRefuted whether refuted patterns are listed; otherwise they are only counted
   */
  DeadlockJob(
      TraceAnalysis.Builder analysis,
      TraceOpening again,
      TraceAnalysis proving,
      boolean listsRefuted,
      FindingOutput output,
      Console console) {
    this.analysis = analysis;
    this.again = again;
    this.proving = proving;
    this.listsRefuted = listsRefuted;
    this.output = output;
    this.console = console;
  }

  @Override
  public int take(String file, TraceReader trace, LongConsumer progress) throws IOException {
    DeadlockReport report = analysis.onProgress(progress).build().deadlocks(trace, deadlock -> {});
    if (again != null && !report.deadlocks().isEmpty() && report.failures().isEmpty()) {
      try (TraceReader second = again.open(file)) {
        report = proving.deadlocks(second, deadlock -> {});
      }
    }
    output.report(file, "", listsRefuted ? report : report.withoutRefuted());
    if (!(output instanceof FindingsAsText)) {
      report.notes().forEach(note -> console.complain(file + ": " + note));
    }
    int refuted = report.refuted().size();
    if (refuted > 0) {
      console.complain(
          file + ": " + refuted + (refuted == 1 ? " pattern refuted" : " patterns refuted"));
    }
    if (!report.problems().isEmpty()) {
      return Console.UNREADABLE;
    }
    return report.deadlocks().isEmpty() ? Console.FINE : Console.FOUND;
  }

  @Override
  public void end() throws IOException {
    output.end();
  }
}

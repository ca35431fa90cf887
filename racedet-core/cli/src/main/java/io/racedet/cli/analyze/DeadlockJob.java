package io.racedet.cli.analyze;

import io.racedet.DeadlockReport;
import io.racedet.ReportedDeadlocks;
import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.OutputForm;
import io.racedet.cli.console.ToolVersion;
import io.racedet.cli.console.TraceJob;
import io.racedet.race.Deadlock;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.json.JsonReport;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Lists the deadlocks of traces. */
final class DeadlockJob implements TraceJob {
  private final TraceAnalysis.Builder analysis;
  private final TraceOpening again; // null if the first reading finds proofs
  private final TraceAnalysis proving;
  private final boolean listsRefuted;
  private final OutputForm form;
  private final Console console;
  private final List<TestRun> runs = new ArrayList<>(); // these only for JSON
  private final List<ReportedDeadlock> deadlocks = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

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
      OutputForm form,
      Console console) {
    this.analysis = analysis;
    this.again = again;
    this.proving = proving;
    this.listsRefuted = listsRefuted;
    this.form = form;
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
    for (Deadlock deadlock : report.deadlocks()) {
      write(file, deadlock);
    }
    for (Deadlock deadlock : listsRefuted ? report.refuted() : List.<Deadlock>of()) {
      write(file, deadlock);
    }
    if (form == OutputForm.JSON) {
      keep(file, report);
    }
    if (form == OutputForm.TEXT) {
      console.out().println(file + ": " + report.summary());
      report.notes().forEach(note -> console.out().println(file + ": " + note));
    } else {
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

  private void write(String file, Deadlock deadlock) {
    switch (form) {
      case TEXT -> console.out().println(DeadlockReport.text(deadlock));
      case TSV -> row(file, deadlock);
      case JSON -> {
        /* Written at the end. */
      }
    }
  }

  private void row(String file, Deadlock deadlock) {
    StringBuilder line = RacesAsTsv.column(new StringBuilder(), file);
    line.append("\tdeadlock\t").append(deadlock.indices()).append('\t');
    RacesAsTsv.column(line, String.join(",", deadlock.locks()));
    line.append('\t').append(deadlock.grade()).append('\n');
    console.out().append(line);
  }

  private void keep(String file, DeadlockReport report) {
    DeadlockReport kept =
        new DeadlockReport(
            report.deadlocks(),
            listsRefuted ? report.refuted() : List.of(),
            report.events(),
            report.dropped(),
            report.limits(),
            report.errors(),
            report.failures());
    RunReport run = ReportedDeadlocks.of(file, kept);
    runs.addAll(run.tests());
    deadlocks.addAll(run.deadlocks());
    warnings.addAll(run.warnings());
  }

  @Override
  public void end() throws IOException {
    if (form == OutputForm.JSON) {
      JsonReport.write(
          new RunReport(ToolVersion.get(), runs, List.of(), deadlocks, warnings), console.out());
    }
    console.out().flush();
  }
}

package io.racedet.cli.analyze;

import io.racedet.AnalysisReport;
import io.racedet.cli.console.Console;
import java.util.List;

/** The exit status after an analysis. */
final class ExitStatus {
  private ExitStatus() {}

  /** The status for what was found in a file; tells the user of what has failed. */
  static int of(String file, List<? extends AnalysisReport> reports, Console console) {
    int status = Console.FINE;
    for (AnalysisReport report : reports) {
      report.problems().forEach(error -> console.complain(file + ": " + error));
      int own = report.found().isEmpty() ? Console.FINE : Console.FOUND;
      status = Math.max(status, report.problems().isEmpty() ? own : Console.UNREADABLE);
    }
    return status;
  }
}

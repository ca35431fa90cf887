package io.racedet.cli.analyze;

import io.racedet.DeadlockReport;
import io.racedet.RaceReport;
import io.racedet.cli.console.Console;
import java.util.List;

/** The exit status after an analysis. */
final class ExitStatus {
  private ExitStatus() {}

  /** The status for what engines have reported on a file; tells the user of what has failed. */
  static int of(String file, List<RaceReport> reports, Console console) {
    int status = Console.FINE;
    for (RaceReport report : reports) {
      report.problems().forEach(error -> console.complain(file + ": " + error));
      int own = report.races().isEmpty() ? Console.FINE : Console.FOUND;
      status = Math.max(status, report.problems().isEmpty() ? own : Console.UNREADABLE);
    }
    return status;
  }

  /** The status for the deadlocks of a file; tells the user of what has failed. */
  static int of(String file, DeadlockReport report, Console console) {
    report.problems().forEach(error -> console.complain(file + ": " + error));
    if (!report.problems().isEmpty()) {
      return Console.UNREADABLE;
    }
    return report.deadlocks().isEmpty() ? Console.FINE : Console.FOUND;
  }
}

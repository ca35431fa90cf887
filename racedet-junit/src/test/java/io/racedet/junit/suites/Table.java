package io.racedet.junit.suites;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The table of all suites, with what failed and which races were found below it. Times are medians
 * in seconds; those of the processors depend less on what else the machine does.
 */
final class Table {
  private static final String ROW = "%-12s %8s %9s %9s %6s %9s %9s %6s %9s %9s %7s %8s %6s%n";
  private static final int MAX_TESTS = 3;

  private final List<SuiteRuns> suites;

  Table(List<SuiteRuns> suites) {
    this.suites = List.copyOf(suites);
  }

  /** The lines. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "suite",
            "tests",
            "plain s",
            "checked s",
            "times",
            "plain cpu",
            "check cpu",
            "times",
            "longest s",
            "its cpu",
            "failed",
            "checked",
            "races"));
    suites.forEach(suite -> text.append(row(suite)));
    suites.forEach(suite -> text.append(details(suite)));
    return text.toString();
  }

  private static String row(SuiteRuns runs) {
    return line(
        runs.suite().text(),
        runs.numberOfTests(),
        seconds(runs.plain(), Measurement::nanos),
        seconds(runs.checked(), Measurement::nanos),
        times(runs, Measurement::nanos),
        seconds(runs.plain(), Measurement::cpuNanos),
        seconds(runs.checked(), Measurement::cpuNanos),
        times(runs, Measurement::cpuNanos),
        seconds(runs.checked(), Measurement::longest),
        seconds(runs.checked(), Measurement::longestCpu),
        SuiteRuns.failures(runs.plain()).size(),
        SuiteRuns.failures(runs.checked()).size(),
        runs.races().size());
  }

  private static String details(SuiteRuns runs) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> failure : runs.failuresOfChecks().entrySet()) {
      text.append(
          line(
              runs.suite(),
              "fails only when checked: " + failure.getKey() + ": " + failure.getValue()));
    }
    for (Map.Entry<String, Set<String>> race : runs.races().entrySet()) {
      Set<String> tests = race.getValue();
      String first = String.join(", ", tests.stream().limit(MAX_TESTS).toList());
      int others = Math.max(0, tests.size() - MAX_TESTS);
      text.append(
          line(
              runs.suite(),
              race.getKey() + ", in " + first + (others == 0 ? "" : " and " + others + " more")));
    }
    return text.toString();
  }

  private static String line(Suite suite, String remark) {
    return suite.text() + ": " + remark + System.lineSeparator();
  }

  private static String line(Object... cells) {
    return String.format(Locale.ROOT, ROW, cells);
  }

  private static String seconds(List<Measurement> runs, ToLongFunction<Measurement> nanos) {
    return String.format(Locale.ROOT, "%.2f", SuiteRuns.seconds(runs, nanos));
  }

  private static String times(SuiteRuns runs, ToLongFunction<Measurement> nanos) {
    double plain = SuiteRuns.seconds(runs.plain(), nanos);
    double checked = SuiteRuns.seconds(runs.checked(), nanos);
    return String.format(Locale.ROOT, "%.2f", checked / plain);
  }
}

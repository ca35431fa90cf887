package io.racedet.junit.grande;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What RoadRunner writes in its log at the end.
 *
 * @param runs the milliseconds of each timed run
 * @param errors how many fields and arrays have races
 * @param failure why it failed; empty if it did not
 */
record RoadRunnerLog(List<Long> runs, int errors, Optional<String> failure) {
  private static final Pattern RUN =
      Pattern.compile("\"RRBench: Iter \\d+\" *</name> *<value> *([\\d,]+) *</value>");

  /** Reads a log. */
  static RoadRunnerLog parse(String xml) {
    List<Long> runs = RUN.matcher(xml).results().map(RoadRunnerLog::number).toList();
    Optional<String> failure =
        element(xml, "failed").equals("false")
            ? Optional.empty()
            : Optional.of(element(xml, "failedReason"));
    return new RoadRunnerLog(
        runs, Integer.parseInt(element(xml, "distinctErrorTotal").replace(",", "")), failure);
  }

  private static long number(MatchResult run) {
    return Long.parseLong(run.group(1).replace(",", ""));
  }

  private static String element(String xml, String name) {
    return Pattern.compile('<' + name + ">(.*?)</" + name + '>', Pattern.DOTALL)
        .matcher(xml)
        .results()
        .findFirst()
        .map(found -> found.group(1).strip())
        .orElseThrow(() -> new IllegalArgumentException("no <" + name + "> in " + xml));
  }

  /**
   * What was measured.
   *
   * @param run the program
   * @param printed what the process has printed
   */
  Measurement measurement(Run run, String printed) {
    Optional<String> wrong = failure.or(() -> Program.failure(printed)).or(this::noRun);
    return new Measurement(
        run.program(),
        run.mode(),
        wrong.isPresent() ? Outcome.FAILED : Outcome.COMPLETE,
        runs.stream().map(TimeUnit.MILLISECONDS::toNanos).toList(),
        List.of(),
        0,
        errors,
        Split.NONE,
        wrong.orElse(""));
  }

  private Optional<String> noRun() {
    return runs.isEmpty() ? Optional.of("no timed run") : Optional.empty();
  }
}

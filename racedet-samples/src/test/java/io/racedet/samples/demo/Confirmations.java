package io.racedet.samples.demo;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.RaceCase;
import io.racedet.samples.launch.TestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * Measures how often the races of the racy subjects and libraries are confirmed, within fifty
 * attempts each, and how often the replay files of confirmed races reproduce them.
 *
 * <p>{@code -Dracedet.demo.runs=10} sets the number of runs, each with new seeds; {@code
 * -Dracedet.demo.package} restricts the tests. Exits with status 1 if a race was confirmed in fewer
 * than nine of ten runs, or a file did not reproduce its race.
 */
final class Confirmations {
  private static final Pattern FILE = Pattern.compile("-Dracedet\\.replay=(.+)");
  private static final Pattern ATTEMPT = Pattern.compile(": attempt (\\d+) held two threads");

  /** The results of one racy program: one row of the table. */
  private static final class Row {
    final List<String> attempts = new ArrayList<>();
    int confirmed;
    int files;
    int repeated;
    long millis;

    boolean isRight(int runs) {
      return confirmed * 10 >= runs * 9 && repeated == files;
    }
  }

  private final int runs;
  private final Map<String, Row> rows = new TreeMap<>();

  private Confirmations(int runs) {
    this.runs = runs;
  }

  /**
   * Runs the measurement.
   *
   * @param args none
   */
  public static void main(String[] args) {
    int runs = Integer.getInteger("demo.runs", 1);
    String tests = System.getProperty("demo.package", "io.racedet.samples");
    boolean right = new Confirmations(runs).run(tests);
    System.exit(
        right ? 0 : 1); // a thread that a racy program has left running must not keep the JVM alive
  }

  private boolean run(String tests) {
    LauncherDiscoveryRequest racy =
        wantingConfirmation()
            .selectors(selectPackage(tests))
            .filters(TagFilter.includeTags(RaceCase.RACY))
            .build();
    for (int run = 1; run <= runs; run++) {
      TestRun.of(racy, this::add);
    }
    int width = rows.keySet().stream().mapToInt(String::length).max().orElse(1);
    String form = "%-" + width + "s  %9s  %8s  %7s ms  %s%n";
    System.out.printf(form, "program", "confirmed", "repeated", "slowest", "attempt");
    rows.forEach(
        (name, row) ->
            System.out.printf(
                form,
                name,
                row.confirmed + "/" + runs,
                row.repeated + "/" + row.files,
                row.millis,
                String.join(" ", row.attempts)));
    return !rows.isEmpty() && rows.values().stream().allMatch(row -> row.isRight(runs));
  }

  private static LauncherDiscoveryRequestBuilder wantingConfirmation() {
    return LauncherDiscoveryRequestBuilder.request()
        .configurationParameter("racedet.failOn", Grade.CONFIRMED.name())
        .configurationParameter("racedet.repetitions", "200")
        .configurationParameter("racedet.timeLimit", "60s");
  }

  private void add(Outcome outcome) {
    RaceCase raceCase = Verdict.newCase(outcome.testClass());
    if (outcome.status().equals("SKIPPED")) {
      return;
    }
    Row row = rows.computeIfAbsent(raceCase.title(RaceCase.RACY), any -> new Row());
    row.millis = Math.max(row.millis, outcome.time().toMillis());
    if (!isConfirmed(raceCase, outcome)) {
      row.attempts.add("-");
      return;
    }
    row.confirmed++;
    String report = outcome.report().orElseThrow().getMessage();
    row.attempts.add(first(ATTEMPT, report).orElse("?"));
    Optional<String> file = first(FILE, report);
    row.files++;
    if (file.isPresent() && repeats(raceCase, outcome, file.get())) {
      row.repeated++;
    }
  }

  private static boolean isConfirmed(RaceCase raceCase, Outcome outcome) {
    return outcome.races().stream()
        .anyMatch(race -> race.grade() == Grade.CONFIRMED && raceCase.isExpected(race));
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
  }

  private static boolean repeats(RaceCase raceCase, Outcome outcome, String file) {
    List<Race> races = new ArrayList<>();
    TestRun.of(
        wantingConfirmation()
            .configurationParameter("racedet.replay", file)
            .selectors(selectMethod(outcome.testClass(), outcome.method()))
            .build(),
        again -> races.addAll(again.races()));
    return races.stream()
        .anyMatch(race -> race.grade() == Grade.CONFIRMED && raceCase.isExpected(race));
  }
}

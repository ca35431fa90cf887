package io.racedet.report.sarif;

import static io.racedet.report.record.JsonText.object;
import static io.racedet.report.sarif.SarifLocations.message;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.race.Grade;
import io.racedet.report.Finding;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.TestRun;
import io.racedet.report.record.JsonText;
import io.racedet.report.record.RecordWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/*
 * GitHub takes at most 25,000 results a run but shows 5,000; 1,000 locations of code flows a result;
 * 10 MB compressed. The Java libraries for SARIF all depend on a JSON mapper, which tests
 * should not get on their class path.
 */
/**
 * A report as {@code races.sarif}: SARIF 2.1.0, with the properties that GitHub's code scanning
 * reads. Each race is a result at one of its locations, with the other one as a related location,
 * and both stacks as a code flow; a deadlock likewise with the locations of all its threads.
 */
public final class SarifReport {
  /**
   * The maximum number of races and deadlocks in a file; those with the strongest grades are kept.
   */
  public static final int MAX_RESULTS = 5_000;

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private final RunReport report;
  private final SarifLocations locations;
  private final List<Finding> results; // the strongest ones first

  private SarifReport(RunReport report, Sources sources) {
    this.report = report;
    locations = new SarifLocations(sources);
    results =
        report.findings().stream()
            .sorted(
                Comparator.comparing(Finding::isAccepted)
                    .thenComparing(Finding::grade, Comparator.<Grade>reverseOrder()))
            .toList();
  }

  /**
   * Writes a report.
   *
   * @param report the report
   * @param sources the source files
   * @param out receives UTF-8; is left open
   * @throws IOException if it cannot be written
   */
  public static void write(RunReport report, Sources sources, OutputStream out) throws IOException {
    try (JsonGenerator json = JsonText.generator(out)) {
      new RecordWriter(json).value(new SarifReport(report, sources).log());
      json.writeRaw('\n');
    }
  }

  private Map<String, Object> log() {
    Iterable<Object> each = // made one by one, as they are written
        () ->
            results.stream()
                .limit(MAX_RESULTS)
                .<Object>map(finding -> new SarifResult(locations, finding).value())
                .iterator();
    Object folder = object("description", message("The folder of the sources."));
    Object run =
        object(
            "tool", object("driver", driver()),
            "invocations", List.of(invocation()),
            "originalUriBaseIds", object(SarifLocations.BASE, folder),
            "columnKind", "utf16CodeUnits",
            "results", each);
    return object("$schema", SCHEMA, "version", "2.1.0", "runs", List.of(run));
  }

  /** Notes how many results of a kind are left out. */
  private void warnOfLeft(String kind, List<String> warnings) {
    long left =
        results.stream().skip(MAX_RESULTS).filter(result -> result.noun().equals(kind)).count();
    if (left > 0) {
      String text = left == 1 ? left + " more " + kind + " is" : left + " more " + kind + "s are";
      warnings.add(text + " in races.json and report.html only");
    }
  }

  private Map<String, Object> driver() {
    String version = report.version();
    return object(
        "name",
        "racedet",
        "version",
        version.isEmpty() ? null : version,
        "rules",
        Stream.of(SarifRule.values()).map(SarifReport::rule).toList());
  }

  private static Map<String, Object> rule(SarifRule rule) {
    return object(
        "id", rule.id(),
        "name", rule.title(),
        "shortDescription", message(rule.shortText()),
        "fullDescription", message(rule.fullText()),
        "defaultConfiguration", object("level", "error"),
        "help", message(rule.help()),
        "properties", object("tags", List.of("concurrency", "correctness")));
  }

  private Map<String, Object> invocation() {
    List<String> warnings = new ArrayList<>(report.warnings());
    warnOfLeft("race", warnings);
    warnOfLeft("deadlock", warnings);
    for (TestRun test : report.tests()) {
      test.limits().forEach(limit -> warnings.add(test.name() + ": limit: " + limit.text()));
    }
    List<Object> notifications = new ArrayList<>();
    warnings.forEach(warning -> notifications.add(notification("warning", warning)));
    // As results they would stay open alerts on GitHub, which closes those that are missing.
    report
        .gone()
        .forEach(gone -> notifications.add(notification("note", "gone: " + gone.race().text())));
    return object(
        "executionSuccessful",
        report.warnings().isEmpty(),
        "toolExecutionNotifications",
        notifications);
  }

  private static Map<String, Object> notification(String level, String text) {
    return object("level", level, "message", message(SarifLocations.plain(text)));
  }
}

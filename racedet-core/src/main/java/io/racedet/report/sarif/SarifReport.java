package io.racedet.report.sarif;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.race.Grade;
import io.racedet.report.Finding;
import io.racedet.report.GoneRace;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.TestRun;
import io.racedet.report.record.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
   * The most results in a file, of races and deadlocks; those with the strongest grades are kept.
   */
  public static final int MAX_RESULTS = 5_000;

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private final RunReport report;
  private final JsonGenerator json;
  private final SarifFields fields;
  private final List<Finding> results; // the strongest ones first

  private SarifReport(RunReport report, Sources sources, JsonGenerator json) {
    this.report = report;
    this.json = json;
    fields = new SarifFields(json, new SarifLocations(json, sources));
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
      new SarifReport(report, sources, json).log();
      json.writeRaw('\n');
    }
  }

  private void log() throws IOException {
    json.writeStartObject();
    json.writeStringField("$schema", SCHEMA);
    json.writeStringField("version", "2.1.0");
    json.writeArrayFieldStart("runs");
    json.writeStartObject();
    tool();
    invocation();
    json.writeObjectFieldStart("originalUriBaseIds");
    json.writeObjectFieldStart(SarifLocations.BASE);
    message("description", "The folder of the sources.");
    json.writeEndObject();
    json.writeEndObject();
    json.writeStringField("columnKind", "utf16CodeUnits");
    json.writeArrayFieldStart("results");
    for (Finding finding : results.stream().limit(MAX_RESULTS).toList()) {
      new SarifResult(json, fields, finding).write();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Says how many results of a kind are left out. */
  private void warnOfLeft(String kind, List<String> warnings) {
    long left =
        results.stream().skip(MAX_RESULTS).filter(result -> result.noun().equals(kind)).count();
    if (left > 0) {
      String text = left == 1 ? left + " more " + kind + " is" : left + " more " + kind + "s are";
      warnings.add(text + " in races.json and report.html only");
    }
  }

  private void tool() throws IOException {
    json.writeObjectFieldStart("tool");
    json.writeObjectFieldStart("driver");
    json.writeStringField("name", "racedet");
    if (!report.version().isEmpty()) {
      json.writeStringField("version", report.version());
    }
    json.writeArrayFieldStart("rules");
    for (SarifRule rule : SarifRule.values()) {
      rule(rule);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private void rule(SarifRule rule) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", rule.id());
    json.writeStringField("name", rule.title());
    message("shortDescription", rule.shortText());
    message("fullDescription", rule.fullText());
    json.writeObjectFieldStart("defaultConfiguration");
    json.writeStringField("level", "error");
    json.writeEndObject();
    json.writeObjectFieldStart("help");
    json.writeStringField("text", rule.help());
    json.writeEndObject();
    json.writeObjectFieldStart("properties");
    json.writeArrayFieldStart("tags");
    json.writeString("concurrency");
    json.writeString("correctness");
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private void invocation() throws IOException {
    List<String> warnings = new ArrayList<>(report.warnings());
    warnOfLeft("race", warnings);
    warnOfLeft("deadlock", warnings);
    for (TestRun test : report.tests()) {
      test.limits().forEach(limit -> warnings.add(test.name() + ": limit: " + limit.text()));
    }
    json.writeArrayFieldStart("invocations");
    json.writeStartObject();
    json.writeBooleanField("executionSuccessful", report.warnings().isEmpty());
    json.writeArrayFieldStart("toolExecutionNotifications");
    for (String warning : warnings) {
      notification("warning", warning);
    }
    // As results they would stay open alerts on GitHub, which closes those that are missing.
    for (GoneRace gone : report.gone()) {
      notification("note", "gone: " + gone.race().text());
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private void notification(String level, String text) throws IOException {
    json.writeStartObject();
    json.writeStringField("level", level);
    message("message", SarifLocations.plain(text));
    json.writeEndObject();
  }

  private void message(String field, String text) throws IOException {
    json.writeObjectFieldStart(field);
    json.writeStringField("text", text);
    json.writeEndObject();
  }
}

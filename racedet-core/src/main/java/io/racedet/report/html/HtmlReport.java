package io.racedet.report.html;

import static io.racedet.report.record.JsonText.object;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.racedet.report.Finding;
import io.racedet.report.GoneRace;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.RunSummary;
import io.racedet.report.Sources;
import io.racedet.report.TestRun;
import io.racedet.report.ThreadEvent;
import io.racedet.report.record.JsonText;
import io.racedet.report.record.RecordWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/*
 * The page contains a short index for the list of races, and one line of JSON for each race, parsed
 * only when the race is shown: so pages with thousands of races open fast. The data are in elements
 * that browsers do not execute, and the content security policy allows only the style and the
 * script of the page.
 */
/**
 * A report as {@code report.html}: one file that loads no other resources, for current browsers.
 */
public final class HtmlReport {
  private static final String INDEX = "@index@";
  private static final String DETAILS = "@details@";

  private final RunReport report;
  private final Sources sources;
  private final OutputStream out;

  private HtmlReport(RunReport report, Sources sources, OutputStream out) {
    this.report = report;
    this.sources = sources;
    this.out = out;
  }

  /**
   * Writes a report.
   *
   * @param report the report
   * @param sources the sources that are quoted in it
   * @param out receives UTF-8; is left open
   * @throws IOException if it cannot be written
   */
  public static void write(RunReport report, Sources sources, OutputStream out) throws IOException {
    new HtmlReport(report, sources, out).page();
  }

  private void page() throws IOException {
    String css = resource("report.css");
    String js =
        resource("timeline.js")
            + resource("cycle.js")
            + resource("source.js")
            + resource("report.js");
    String policy =
        "default-src 'none'; style-src '"
            + hash(css)
            + "'; script-src '"
            + hash(js)
            + "'; img-src data:; base-uri 'none'; form-action 'none'";
    String page =
        resource("report.html").replace("@csp@", policy).replace("@css@", css).replace("@js@", js);
    int index = page.indexOf(INDEX);
    int details = page.indexOf(DETAILS);
    text(page.substring(0, index));
    index();
    text(page.substring(index + INDEX.length(), details));
    details();
    text(page.substring(details + DETAILS.length()));
  }

  private void text(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private JsonGenerator generator() throws IOException {
    JsonGenerator json = JsonText.generator(out);
    json.setCharacterEscapes(new HtmlEscapes());
    return json;
  }

  private void index() throws IOException {
    try (JsonGenerator json = generator()) {
      new RecordWriter(json)
          .value(
              object(
                  "version", report.version(),
                  "warnings", report.warnings(),
                  "summary", RunSummary.of(report),
                  "tests", namedTests(),
                  "races", report.findings().stream().map(HtmlReport::entry).toList(),
                  "gone", report.gone().stream().map(HtmlReport::entry).toList(),
                  "files", new SourceQuotes(sources, report).value()));
    }
  }

  /** The tests that the page names; the others are only counted. */
  private List<TestRun> namedTests() {
    Set<String> found = new HashSet<>();
    report
        .findings()
        .forEach(each -> each.history().sightings().forEach(seen -> found.add(seen.test())));
    return report.tests().stream()
        .filter(
            test ->
                found.contains(test.id())
                    || !test.warnings().isEmpty()
                    || !test.limits().isEmpty()
                    || test.outcome() == Outcome.FAILED
                    || test.outcome() == Outcome.NOT_CHECKED)
        .toList();
  }

  private static Map<String, Object> entry(Finding finding) {
    List<? extends ThreadEvent> events = events(finding);
    return object(
        "deadlock", finding instanceof ReportedDeadlock ? true : null,
        "fingerprint", finding.key().fingerprint(),
        "className", className(finding),
        "variable", variable(finding),
        "conflict", finding.conflict(),
        "grade", finding.grade().name(),
        "accepted", finding.isAccepted(),
        "state", finding.standing().state(),
        "owners", finding.standing().owners(),
        "locations", events.stream().map(event -> event.frame().location()).toList(),
        "threads", events.stream().map(ThreadEvent::thread).toList());
  }

  private static String className(Finding finding) {
    return finding instanceof ReportedRace race
        ? race.variable().className()
        : finding.events().get(0).site().className();
  }

  private static String variable(Finding finding) {
    return finding instanceof ReportedDeadlock deadlock
        ? deadlock.locks()
        : ((ReportedRace) finding).variable().name();
  }

  /* An access that is not known has the place of the other one. */
  private static List<? extends ThreadEvent> events(Finding finding) {
    return finding instanceof ReportedRace race && !race.first().isKnown()
        ? List.of(race.second(), race.second())
        : finding.events();
  }

  private static Map<String, Object> entry(GoneRace gone) {
    return object(
        "text", gone.race().text(),
        "lastSeen", gone.race().seen().lastSeen(),
        "owners", gone.owners());
  }

  private void details() throws IOException {
    try (JsonGenerator json = generator()) {
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
      RecordWriter values = new RecordWriter(json);
      for (Finding finding : report.findings()) {
        values.write((Record) finding);
      }
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + ": not in the jar of racedet (expected: beside its classes)");
      }
      // Browsers normalise line ends before they compute the hash.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

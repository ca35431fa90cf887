package io.racedet.report.markdown;

import io.racedet.report.Finding;
import io.racedet.report.Frame;
import io.racedet.report.GoneRace;
import io.racedet.report.Occurrence;
import io.racedet.report.RunReport;
import io.racedet.report.RunSummary;
import io.racedet.report.Sources;
import io.racedet.report.Standing;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A report as {@code races.md}: the summary of a pull request. New races come first. Each race has
 * three lines: what it is, where it was found, and the owner of the code with a link to the page.
 */
public final class MarkdownReport {
  /** The most races and deadlocks in a file; others are counted. GitHub accepts a mebibyte. */
  public static final int MAX_SHOWN = 200;

  private static final int MAX_WARNINGS = 20;
  private static final int MAX_TESTS = 3;
  private static final String NEXT_LINE = "<br>\n";

  private final RunReport report;
  private final Sources sources;
  private final String page;
  private final Map<String, String> names = new HashMap<>(); // of tests, by id
  private final StringBuilder text = new StringBuilder();

  private MarkdownReport(RunReport report, Sources sources, String page) {
    this.report = report;
    this.sources = sources;
    this.page = page;
    report.tests().forEach(test -> names.put(test.id(), test.name()));
  }

  /**
   * Writes a report.
   *
   * @param report the report
   * @param sources the source files
   * @param page the address of {@code report.html}, absolute or relative to the reader's place; the
   *     race is added as a fragment unless it has one
   * @param out receives UTF-8; is left open
   * @throws IOException if it cannot be written
   */
  public static void write(RunReport report, Sources sources, String page, OutputStream out)
      throws IOException {
    out.write(new MarkdownReport(report, sources, page).whole().getBytes(StandardCharsets.UTF_8));
  }

  private String whole() {
    List<Finding> entries = report.findings();
    entries.sort(
        Comparator.comparing(entry -> entry.standing().state(), Comparator.reverseOrder()));
    text.append("### racedet: ").append(RunSummary.ofFindings(report)).append("\n\n");
    // The name of an annotation would be that of a person.
    text.append(String.join("; ", RunSummary.of(report)).replaceAll("@\\w+", "`$0`")).append("\n");
    entries.stream().limit(MAX_SHOWN).forEach(this::entry);
    if (entries.size() > MAX_SHOWN) {
      text.append("\nand ").append(entries.size() - MAX_SHOWN).append(" more, on the page\n");
    }
    report.gone().stream().limit(MAX_SHOWN).forEach(this::gone);
    report.warnings().stream()
        .limit(MAX_WARNINGS)
        .forEach(warning -> text.append("\nwarning: ").append(code(warning)).append('\n'));
    return text.toString();
  }

  private void entry(Finding entry) {
    text.append('\n');
    if (entry.standing().state() != Standing.State.UNJUDGED) {
      text.append("**").append(entry.standing().state()).append("** ");
    }
    text.append(code(entry.headline())).append(NEXT_LINE);
    text.append(places(entry.places()))
        .append(", found in ")
        .append(tests(entry.history().sightings()));
    text.append(NEXT_LINE).append(owners(entry.standing().owners())).append("; ");
    String address = page.contains("#") ? page : page + '#' + entry.key().fingerprint();
    text.append("[report](").append(address).append(")\n");
  }

  private void gone(GoneRace gone) {
    text.append("\n**GONE** ").append(code(gone.race().text())).append(NEXT_LINE);
    text.append(places(gone.race().places())).append(", last seen ");
    text.append(code(gone.race().seen().lastSeen()))
        .append(NEXT_LINE)
        .append(owners(gone.owners()));
    text.append('\n');
  }

  private String places(List<Frame> frames) {
    Set<String> places = new LinkedHashSet<>();
    for (Frame frame : frames) {
      String path = sources.path(frame);
      String location = path.isEmpty() ? frame.location() : path;
      places.add(code(path.isEmpty() || frame.line() == 0 ? location : path + ':' + frame.line()));
    }
    return places.isEmpty() ? "at an unknown location" : String.join(" and ", places);
  }

  private String tests(List<Occurrence> sightings) {
    List<String> tests =
        sightings.stream()
            .map(seen -> names.getOrDefault(seen.test(), seen.test()))
            .distinct()
            .map(MarkdownReport::code)
            .toList();
    String first = String.join(", ", tests.stream().limit(MAX_TESTS).toList());
    int more = tests.size() - MAX_TESTS;
    return more > 0 ? first + " and " + more + " more" : first;
  }

  /* As code, so that nobody is notified. */
  private static String owners(List<String> owners) {
    return owners.isEmpty()
        ? "no owner known"
        : "owners: " + String.join(" ", owners.stream().map(MarkdownReport::code).toList());
  }

  /** A text with all formats, links and elements escaped. */
  private static String code(String text) {
    String plain = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ").replace('`', '\'').strip();
    return plain.isEmpty() ? "(none)" : '`' + plain + '`';
  }
}

package io.racedet.junit.results;

import io.racedet.junit.report.WrappedLine;
import io.racedet.race.Grade;
import io.racedet.report.Finding;
import io.racedet.report.GoneRace;
import io.racedet.report.RunReport;
import io.racedet.report.RunSummary;
import io.racedet.report.Standing;
import io.racedet.report.TestRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The summary that is printed at the end of a run. */
public final class SummaryText {
  private static final String NAME = "racedet: ";
  private static final int MAX_WARNINGS = 20;

  /** How many of the tests that have the same warning are named. */
  private static final int NAMED = 10;

  private SummaryText() {}

  /**
   * Formats what was found, and where the report is; returns lines that end with a line feed; empty
   * if no test was checked and nothing went wrong.
   */
  public static String of(Path output, RunFolder.Written written) {
    StringBuilder text = new StringBuilder();
    Optional<RunReport> counted = written.report().map(ByLines::of);
    counted
        .filter(report -> !report.tests().isEmpty())
        .ifPresent(report -> line(text, certainty(written) + counts(report, written.isOpen())));
    counted.filter(SummaryText::isJudged).ifPresent(report -> states(text, report));
    List<String> warnings = new ArrayList<>(written.problems());
    if (!written.isOpen()) {
      // Otherwise the JVM that finishes last prints the warnings, which are complete then.
      written.report().ifPresent(report -> warnings.addAll(report.warnings()));
      written.report().ifPresent(report -> warnings.addAll(ofTests(report)));
    }
    warnings.stream().limit(MAX_WARNINGS).forEach(w -> wrapped(text, w));
    if (warnings.size() > MAX_WARNINGS) {
      line(text, "... and " + (warnings.size() - MAX_WARNINGS) + " more warnings");
    }
    if (written.problems().isEmpty() && !written.isOpen() && text.length() > 0) {
      line(text, "report: " + output.resolve("report.html"));
    }
    return text.toString();
  }

  /** Formats a problem, in the same way; returns lines that end with a line feed. */
  public static String ofProblem(String problem) {
    StringBuilder text = new StringBuilder();
    wrapped(text, problem);
    return text.toString();
  }

  /* Each warning once, after the tests that have it. */
  private static List<String> ofTests(RunReport report) {
    Map<String, List<String>> tests = new LinkedHashMap<>();
    for (TestRun test : report.tests()) {
      test.warnings()
          .forEach(each -> tests.computeIfAbsent(each, key -> new ArrayList<>()).add(test.name()));
    }
    List<String> lines = new ArrayList<>();
    tests.forEach((warning, names) -> lines.add(named(names) + ": " + warning));
    return lines;
  }

  private static String named(List<String> tests) {
    String some = tests.stream().limit(NAMED).collect(Collectors.joining(", "));
    int others = tests.size() - NAMED;
    return others <= 0 ? some : some + " and " + others + " more test" + (others == 1 ? "" : "s");
  }

  /* Whether something is known of earlier runs. */
  private static boolean isJudged(RunReport report) {
    return !report.gone().isEmpty()
        || report.findings().stream()
            .anyMatch(found -> found.standing().state() != Standing.State.UNJUDGED);
  }

  /** Counts by state; then a line for each new race, and for each that is gone. */
  private static void states(StringBuilder text, RunReport report) {
    line(text, RunSummary.ofFindings(report));
    List<String> lines = new ArrayList<>();
    for (Finding found : report.findings()) {
      if (found.standing().state() == Standing.State.NEW) {
        lines.add("new: " + found.headline() + ownedBy(found.standing().owners()));
      }
    }
    for (GoneRace gone : report.gone()) {
      lines.add("gone: " + gone.race().text() + ownedBy(gone.owners()));
    }
    lines.stream().limit(MAX_WARNINGS).forEach(each -> line(text, each));
    if (lines.size() > MAX_WARNINGS) {
      line(text, "... and " + (lines.size() - MAX_WARNINGS) + " more, in the report");
    }
  }

  private static String ownedBy(List<String> owners) {
    return owners.isEmpty() ? "" : "; owners: " + String.join(", ", owners);
  }

  /** Marks counts that are, or may be, incomplete. */
  private static String certainty(RunFolder.Written written) {
    if (!written.problems().isEmpty()) {
      return "incomplete, some results could not be written: ";
    }
    return written.isOpen() ? "so far: " : "";
  }

  private static String counts(RunReport report, boolean isOpen) {
    List<String> parts = RunSummary.of(report);
    return parts.get(0)
        + "; "
        + String.join(", ", parts.subList(1, parts.size()))
        + "; races: "
        + byGrade(report.races())
        + (report.deadlocks().isEmpty() ? "" : "; deadlocks: " + byGrade(report.deadlocks()))
        + (isOpen ? "; another JVM is still running" : "");
  }

  private static String byGrade(Collection<? extends Finding> found) {
    List<String> parts = new ArrayList<>();
    for (Grade grade : List.of(Grade.CONFIRMED, Grade.OBSERVED, Grade.WITNESSED, Grade.PREDICTED)) {
      long count =
          found.stream().filter(each -> !each.isAccepted() && each.grade() == grade).count();
      if (count > 0) {
        parts.add(count + " " + grade.name().toLowerCase(Locale.ROOT));
      }
    }
    long accepted = found.stream().filter(Finding::isAccepted).count();
    if (accepted > 0) {
      parts.add(accepted + " accepted");
    }
    return parts.isEmpty() ? "none" : String.join(", ", parts);
  }

  private static void line(StringBuilder text, String line) {
    text.append(NAME).append(printable(line)).append('\n');
  }

  /* Not the others: programs search them for numbers and for the lines of races. */
  private static void wrapped(StringBuilder text, String line) {
    text.append(WrappedLine.of(NAME + printable(line), NAME + "  ")).append('\n');
  }

  private static String printable(String line) {
    return line.replaceAll("\\p{Cntrl}", " ");
  }
}

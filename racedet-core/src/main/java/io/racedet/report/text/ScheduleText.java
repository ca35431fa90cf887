package io.racedet.report.text;

import io.racedet.race.Witness;
import io.racedet.report.Finding;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedRequest;
import io.racedet.report.ThreadEvent;
import io.racedet.report.WitnessOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A witness as text: a column for each of its threads, one for all others, and one line for each
 * step. If these lines are too long, the threads are one below the other instead: each time that
 * another thread goes on, its name is in a line of its own.
 */
public final class ScheduleText {
  private static final int MARGIN = 4;
  private static final int GAP = 2;
  private static final String INDENT = "  ";
  private static final int NARROWEST = 12;
  private static final int WIDEST = 120;

  /** A thread, and what it comes to at the end. */
  private record Column(String thread, String last) {
    static Column of(ThreadEvent event) {
      String location = event.frame().location();
      return new Column(event.thread(), cell(event.index(), "<" + next(event) + ">", location));
    }

    private static String next(ThreadEvent event) {
      return event instanceof ReportedRequest request
          ? (request.shared() ? "acqr(" : "acq(") + request.lock() + ")"
          : ((ReportedAccess) event).operation();
    }
  }

  private final WitnessOrder witness;
  private final List<Column> columns;
  private final boolean isRace;

  public ScheduleText(Finding finding) {
    witness = finding.evidence().witness();
    columns = finding.events().stream().map(Column::of).toList();
    isRace = finding instanceof ReportedRace;
  }

  /** Appends indented lines. */
  public void appendTo(StringBuilder text) {
    int recorded = witness.asRecorded();
    int left = witness.events() - recorded - witness.shown();
    if (recorded > 0) {
      String first = "the first " + (recorded == 1 ? "event" : count(recorded));
      line(text, first + " as recorded, then");
    }
    if (left > 0) {
      String others = "(" + left + (left == 1 ? " other event" : " other events");
      line(text, isRace ? count(left) + " not shown here, then" : others + " not shown here)");
    }
    List<String> beside = beside();
    boolean isNarrow = beside.stream().allMatch(line -> MARGIN + line.length() <= WIDEST);
    (isNarrow ? beside : below()).forEach(line -> line(text, line));
  }

  private List<String> beside() {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    columns.forEach(column -> cell(line, column.thread(), column));
    lines.add(line + (others() ? "other threads" : ""));
    witness.steps().forEach(step -> lines.add(line(step)));
    line.setLength(0);
    columns.forEach(column -> cell(line, column.last(), column));
    lines.add(line + end());
    return lines;
  }

  private List<String> below() {
    List<String> lines = new ArrayList<>();
    String thread = "";
    for (Witness.Step step : witness.steps()) {
      if (!step.thread().equals(thread)) {
        thread = step.thread();
        lines.add(thread);
      }
      lines.add(INDENT + cell(step));
    }
    lines.add(end());
    columns.forEach(column -> lines.add(INDENT + column.thread() + ": " + column.last()));
    return lines;
  }

  private String line(Witness.Step step) {
    String cell = cell(step);
    StringBuilder line = new StringBuilder();
    columns.forEach(column -> cell(line, isOf(column, step) ? cell : "", column));
    return line + (isOfOther(step) ? step.thread() + " " + cell : "");
  }

  private String end() {
    return isRace ? "both are next" : "each waits for another one";
  }

  private boolean others() {
    return witness.steps().stream().anyMatch(this::isOfOther);
  }

  private boolean isOfOther(Witness.Step step) {
    return columns.stream().noneMatch(column -> isOf(column, step));
  }

  private static boolean isOf(Column column, Witness.Step step) {
    return step.thread().equals(column.thread());
  }

  private static String count(int events) {
    return events + (events == 1 ? " event" : " events");
  }

  private int width(Column column) {
    int widest = Math.max(column.thread().length(), column.last().length());
    for (Witness.Step step : witness.steps()) {
      widest = isOf(column, step) ? Math.max(widest, cell(step).length()) : widest;
    }
    return Math.max(NARROWEST, widest);
  }

  private static String cell(Witness.Step step) {
    return cell(step.index(), step.event(), step.location());
  }

  private static String cell(long index, String event, String location) {
    return "#" + index + " " + event + (location.isEmpty() ? "" : " " + location);
  }

  private void cell(StringBuilder line, String text, Column column) {
    line.append(text).append(" ".repeat(width(column) + GAP - text.length()));
  }

  private static void line(StringBuilder text, String line) {
    text.append((" ".repeat(MARGIN) + line).stripTrailing()).append('\n');
  }
}

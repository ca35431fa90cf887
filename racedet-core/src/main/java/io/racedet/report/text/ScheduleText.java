package io.racedet.report.text;

import io.racedet.race.Witness;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.WitnessOrder;

/**
 * A witness as text: a column for each of the two threads, one for all others, and one line for
 * each step.
 */
public final class ScheduleText {
  private static final int MARGIN = 4;
  private static final int GAP = 2;
  private static final int NARROWEST = 12;

  private final WitnessOrder witness;
  private final ReportedAccess first;
  private final ReportedAccess second;

  public ScheduleText(ReportedRace race) {
    witness = race.witness();
    first = race.first();
    second = race.second();
  }

  /** Appends indented lines. */
  public void appendTo(StringBuilder text) {
    int recorded = witness.asRecorded();
    int left = witness.events() - recorded - witness.shown();
    if (recorded > 0) {
      line(
          text,
          "the first " + (recorded == 1 ? "event" : count(recorded)) + " as recorded, then",
          "",
          "",
          0,
          0);
    }
    if (left > 0) {
      line(text, count(left) + " not shown here, then", "", "", 0, 0);
    }
    int one = width(first);
    int two = width(second);
    line(text, first.thread(), second.thread(), others() ? "other threads" : "", one, two);
    for (Witness.Step step : witness.steps()) {
      String cell = cell(step);
      boolean isFirst = step.thread().equals(first.thread());
      boolean isSecond = step.thread().equals(second.thread());
      String other = isFirst || isSecond ? "" : step.thread() + " " + cell;
      line(text, isFirst ? cell : "", isSecond ? cell : "", other, one, two);
    }
    line(text, cell(first), cell(second), "both are next", one, two);
  }

  private boolean others() {
    return witness.steps().stream().anyMatch(step -> !isOf(first, step) && !isOf(second, step));
  }

  private static boolean isOf(ReportedAccess access, Witness.Step step) {
    return step.thread().equals(access.thread());
  }

  private static String count(int events) {
    return events + (events == 1 ? " event" : " events");
  }

  private int width(ReportedAccess access) {
    int widest = Math.max(NARROWEST, Math.max(access.thread().length(), cell(access).length()));
    for (Witness.Step step : witness.steps()) {
      widest = isOf(access, step) ? Math.max(widest, cell(step).length()) : widest;
    }
    return widest;
  }

  private String cell(ReportedAccess access) {
    return cell(access.index(), "<" + access.operation() + ">", access.site().location());
  }

  private static String cell(Witness.Step step) {
    return cell(step.index(), step.event(), step.location());
  }

  private static String cell(long index, String event, String location) {
    return "#" + index + " " + event + (location.isEmpty() ? "" : " " + location);
  }

  private static void line(
      StringBuilder text, String one, String two, String three, int oneWidth, int twoWidth) {
    StringBuilder line = new StringBuilder(" ".repeat(MARGIN));
    line.append(one).append(" ".repeat(Math.max(0, oneWidth + GAP - one.length()))).append(two);
    line.append(" ".repeat(Math.max(0, twoWidth + GAP - two.length()))).append(three);
    text.append(line.toString().stripTrailing()).append('\n');
  }
}

package io.racedet.report.text;

import io.racedet.race.Grade;
import io.racedet.report.HeldLock;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import java.util.stream.Collectors;

/** A race as a paragraph of text. */
public final class RaceText {
  private RaceText() {}

  /** Returns a race as lines that each end in a line feed. */
  public static String of(ReportedRace race) {
    StringBuilder text = new StringBuilder();
    text.append(race.kind().text()).append(" race on ").append(race.variable().name());
    text.append(" (").append(race.grade()).append(", ").append(race.engine());
    if (race.pairs() > 1) {
      text.append(", ").append(race.pairs()).append(" pairs");
    }
    text.append(")\n");
    access(text, race.first());
    access(text, race.second());
    boolean hasSchedule = race.grade() == Grade.WITNESSED;
    text.append("  why: ").append(race.why()).append(hasSchedule ? ":\n" : "\n");
    if (hasSchedule) {
      new ScheduleText(race).appendTo(text);
    }
    return text.toString();
  }

  private static void access(StringBuilder text, ReportedAccess access) {
    if (!access.isKnown()) {
      text.append("  after accesses of other threads that do not conflict with the next one\n");
      return;
    }
    text.append("  #").append(access.index()).append(' ').append(access.thread());
    text.append(access.atomic() ? " atomically" : "");
    text.append(access.write() ? " writes" : " reads");
    String location = access.site().location();
    if (!location.isEmpty()) {
      text.append(" at ").append(location);
    }
    text.append(access.locks().isEmpty() ? ", holding no lock" : ", holding ");
    text.append(access.locks().stream().map(HeldLock::text).collect(Collectors.joining(", ")));
    text.append('\n');
  }
}

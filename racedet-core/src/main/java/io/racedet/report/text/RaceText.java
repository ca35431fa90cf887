package io.racedet.report.text;

import io.racedet.race.Access;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import java.util.Locale;

/** A race as a paragraph for reading. */
public final class RaceText {
  private RaceText() {}

  public static String of(Race race) {
    StringBuilder text = new StringBuilder();
    String kind = race.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    text.append(kind).append(" race on ").append(race.variable());
    text.append(" (").append(race.grade()).append(", ").append(race.engine());
    if (race.count() > 1) {
      text.append(", ").append(race.count()).append(" pairs");
    }
    text.append(")\n");
    access(text, race.first());
    access(text, race.second());
    text.append("  why: ").append(why(race)).append('\n');
    if (race.grade() == Grade.WITNESSED) {
      new ScheduleText(race).appendTo(text);
    }
    return text.toString();
  }

  private static void access(StringBuilder text, Access access) {
    if (!access.isKnown()) {
      text.append("  after accesses of other threads that do not conflict with the next one\n");
      return;
    }
    text.append("  #").append(access.index()).append(' ').append(access.thread());
    text.append(access.atomic() ? " atomically" : "");
    text.append(access.write() ? " writes" : " reads");
    if (!access.location().isEmpty()) {
      text.append(" at ").append(access.location());
    }
    text.append(access.lockset().isEmpty() ? ", holding no lock" : ", holding ");
    text.append(String.join(", ", access.lockset())).append('\n');
  }

  /** Why nothing orders the accesses, or why the race is none. */
  public static String why(Race race) {
    if (!race.first().isKnown()) {
      return "no lock protects every access of the variable";
    }
    return switch (race.grade()) {
      case REFUTED -> race.remark();
      case PREDICTED ->
          "ordered in this trace, but no rule of the engine's relation keeps that order"
              + (race.remark().isEmpty() ? "" : "; " + race.remark());
      case OBSERVED -> "nothing in this trace orders the two accesses";
      case WITNESSED ->
          "ordered in this trace, but the same threads can run in another order, in which both"
              + " accesses come next:";
      case CONFIRMED -> "both threads have been held at the two accesses at the same time";
    };
  }
}

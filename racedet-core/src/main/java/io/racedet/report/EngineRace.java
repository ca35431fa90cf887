package io.racedet.report;

import io.racedet.race.Access;
import io.racedet.race.Race;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts the race of an engine, which has only names, and locations without classes. */
final class EngineRace {
  private static final String SHARED = " (shared)";
  private static final Pattern MEMBER = Pattern.compile("([\\w$.]+)\\.[\\w$]+");

  private EngineRace() {}

  static ReportedRace of(Race race) {
    ReportedAccess first = access(race.first());
    ReportedAccess second = access(race.second());
    return new ReportedRace(
        variable(race.variable(), first.isKnown() ? first : second),
        race.kind(),
        race.grade(),
        race.engine(),
        race.count(),
        first,
        second,
        "",
        why(race),
        race.remark(),
        Timeline.NONE,
        WitnessOrder.of(race.witness()),
        List.of(),
        "",
        "",
        "");
  }

  /* Traces contain names only; one that looks like that of a field contains the class. */
  private static ReportedVariable variable(String name, ReportedAccess access) {
    Matcher member = MEMBER.matcher(name);
    return new ReportedVariable(
        name, name, member.matches() ? member.group(1) : access.site().file());
  }

  private static ReportedAccess access(Access access) {
    if (!access.isKnown()) {
      return ReportedAccess.UNKNOWN;
    }
    return new ReportedAccess(
        access.index(),
        access.thread(),
        access.write(),
        access.atomic(),
        Instruction.of(access.location()),
        List.of(),
        access.lockset().stream().map(EngineRace::lock).toList(),
        List.of(),
        "");
  }

  private static HeldLock lock(String held) {
    boolean isShared = held.endsWith(SHARED);
    String lock = isShared ? held.substring(0, held.length() - SHARED.length()) : held;
    return new HeldLock(lock, isShared, Frame.UNKNOWN);
  }

  private static String why(Race race) {
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
              + " accesses come next";
      case CONFIRMED -> "both threads have been held at the two accesses at the same time";
    };
  }
}

package io.racedet.report;

import io.racedet.race.Access;
import io.racedet.race.Deadlock;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts what engines find: they have only names, and locations without classes. */
final class EngineFinding {
  private static final String SHARED = " (shared)";
  private static final Pattern MEMBER = Pattern.compile("([\\w$.]+)\\.[\\w$]+");

  private EngineFinding() {}

  static ReportedRace of(Race race) {
    ReportedAccess first = access(race.first());
    ReportedAccess second = access(race.second());
    ReportedVariable variable = variable(race.variable(), first.isKnown() ? first : second);
    return new ReportedRace(
        new Conflict(variable, race.kind(), first, second),
        race.engine(),
        race.count(),
        "",
        Timeline.NONE,
        Evidence.of(race.proof(), why(race)),
        History.NONE);
  }

  static ReportedDeadlock of(Deadlock found) {
    ReportedDeadlock reported =
        ReportedDeadlock.of(found, found.requests().stream().map(EngineFinding::request).toList());
    return reported.with(reported.evidence().because(why(found)));
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
        Position.of(access.index(), access.thread(), Instruction.of(access.location())),
        access.write(),
        access.atomic(),
        locks(access.lockset(), (name, shared) -> new HeldLock(name, shared, Frame.UNKNOWN)),
        Optional.empty());
  }

  private static ReportedRequest request(Deadlock.Request request) {
    return new ReportedRequest(
        Position.of(request.index(), request.thread(), Instruction.of(request.location())),
        request.lock(),
        request.shared(),
        locks(request.lockset(), (name, shared) -> new LockHold(name, shared, List.of())));
  }

  private static <L> List<L> locks(List<String> held, BiFunction<String, Boolean, L> lock) {
    return held.stream()
        .map(
            name ->
                name.endsWith(SHARED)
                    ? lock.apply(name.substring(0, name.length() - SHARED.length()), true)
                    : lock.apply(name, false))
        .toList();
  }

  private static String why(Race race) {
    if (!race.first().isKnown()) {
      return "no lock protects every access to the variable";
    }
    return why(
        race.proof(),
        "ordered in this trace, but no rule of the engine's relation keeps that order",
        "nothing in this trace orders the two accesses",
        "ordered in this trace, but the same threads can run in another order, in which both"
            + " accesses come next",
        "both threads have been held at the two accesses at the same time");
  }

  private static String why(Deadlock found) {
    return why(
        found.proof(),
        "each thread requests a lock that another one holds, but in this trace not at the same"
            + " time",
        "each thread waits forever for the one that holds the lock",
        "no deadlock in this trace, but the same threads can run in another order, in which each of"
            + " them waits forever",
        "each thread has been held at its request at the same time");
  }

  private static String why(
      Proof proof, String predicted, String observed, String witnessed, String confirmed) {
    return switch (proof.grade()) {
      case REFUTED -> proof.remark();
      case PREDICTED -> predicted + (proof.remark().isEmpty() ? "" : "; " + proof.remark());
      case OBSERVED -> observed;
      case WITNESSED -> witnessed;
      case CONFIRMED -> confirmed;
    };
  }
}

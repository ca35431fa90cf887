package io.racedet.junit.report;

import io.racedet.AnalysisReport;
import io.racedet.event.Op;
import io.racedet.race.Grade;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the failure message of a test with races. */
final class RaceFailure extends FailureText<FoundRace> {
  private static final String NO_COMMON_LOCK = "no lock protects every access to the variable";

  private RaceFailure() {
    super(
        "a race",
        "order the accesses, for example by one common lock, or by a volatile or atomic"
            + " variable");
  }

  /**
   * Writes the whole message about at least one race, in this order; its first line is a summary.
   */
  static String text(List<FoundRace> races, Circumstances where) {
    return new RaceFailure().write(distinct(races), where);
  }

  /** Keeps the first race of each variable and unordered pair of locations. */
  private static List<FoundRace> distinct(List<FoundRace> races) {
    Map<String, FoundRace> byLocations = new LinkedHashMap<>();
    races.forEach(found -> byLocations.putIfAbsent(found.pair(), found));
    return new ArrayList<>(byLocations.values());
  }

  @Override
  void body(FoundRace found) {
    ReportedRace race = found.reported();
    access(race.first());
    access(race.second());
    standing(race.standing());
    if (!race.origin().isEmpty()) {
      text.append("  ").append(race.origin()).append('\n');
    }
    unordered(found);
    if (race.pairs() > 1) {
      text.append("  ").append(race.pairs()).append(" pairs of accesses at these locations\n");
    }
  }

  private void access(ReportedAccess access) {
    if (!access.isKnown()) {
      text.append("  after accesses by other threads, protected by another lock or by none\n");
      return;
    }
    String locks =
        access.locks().isEmpty()
            ? "no lock"
            : access.locks().stream().map(RaceFailure::held).collect(Collectors.joining(", "));
    prose("  ", access.operation() + " by \"" + access.thread() + "\", holding " + locks);
    Frames.append(text, access.stack(), IN);
    startedBy(access.position());
  }

  private static String held(HeldLock lock) {
    return lock.text()
        + " since "
        + (lock.acquired().isKnown() ? lock.acquired().text() : "before the recording");
  }

  private void unordered(FoundRace found) {
    ReportedRace race = found.reported();
    if (!race.first().isKnown()) {
      text.append("  ").append(NO_COMMON_LOCK).append('\n');
      return;
    }
    prose("  ", why(found));
    nearby(found).forEach(line -> prose(IN, line));
    if (race.grade() == Grade.WITNESSED || race.evidence().witness().events() > 0) {
      text.append("  an order of the same events in which both accesses come next:\n");
      text.append(AnalysisReport.schedule(race));
    }
    reproduceWith(found.confirmation());
  }

  /** Writes why nothing orders the accesses. */
  static String reason(FoundRace found) {
    if (!found.reported().first().isKnown()) {
      return NO_COMMON_LOCK;
    }
    StringBuilder reason = new StringBuilder(why(found));
    nearby(found).forEach(line -> reason.append('\n').append(IN).append(line));
    return reason.toString();
  }

  /** Which synchronisation is near the accesses, and why it does not order them. */
  private static List<String> nearby(FoundRace found) {
    ReportedRace race = found.reported();
    List<String> lines = new ArrayList<>();
    lines.add(sync(race.first(), race.second(), "after its access", " next synchronises by "));
    lines.add(sync(race.second(), race.first(), "before its access", " last synchronised by "));
    String handOver = handOver(found);
    if (!handOver.isEmpty()) {
      lines.add(handOver);
    }
    return lines;
  }

  /* Why the one synchronisation does not order what follows the other. */
  private static String handOver(FoundRace found) {
    ReportedRace race = found.reported();
    return switch (found.details().handOver()) {
      case UNRELATED -> "";
      case BACKWARDS ->
          '"' + race.second().thread() + "\" came first there, so this does not order them";
      case DIFFERENT -> "these are of different " + things(race) + ", so this does not order them";
      case SHARED -> "both are in read mode, so this does not order them";
      case FORWARDS ->
          race.grade() == Grade.CONFIRMED
              ? "in the run that is shown this ordered them, by chance"
              : "";
    };
  }

  private static String things(ReportedRace race) {
    boolean areChannels =
        race.first()
            .nearest()
            .filter(point -> point.op().operand() == Op.Operand.CHANNEL)
            .isPresent();
    return areChannels ? "keys, elements or objects" : "objects";
  }

  private static String why(FoundRace found) {
    ReportedRace race = found.reported();
    return switch (race.grade()) {
      case CONFIRMED ->
          "nothing orders them: attempt "
              + found.confirmation().attempt()
              + " held two threads at both accesses at the same time, on the same variable:";
      case WITNESSED ->
          "ordered in this run only by chance: another order of the same locks allows both at once";
      case PREDICTED ->
          "ordered in this run; another order of the same locks may allow both at once"
              + (race.evidence().remark().isEmpty() ? "" : ": " + race.evidence().remark());
      default -> "nothing orders them:";
    };
  }

  private static String sync(ReportedAccess access, ReportedAccess other, String when, String how) {
    String what =
        access
            .nearest()
            .map(point -> when + how + SyncText.of(point))
            .orElse("does not synchronise with \"" + other.thread() + "\" " + when);
    return '"' + access.thread() + "\" " + what;
  }

  @Override
  String count(int findings) {
    return findings == 1 ? "1 race" : findings + " races";
  }

  @Override
  void leaveOut(FoundRace first, Circumstances where) {
    accessor(first)
        .filter(name -> !isWithin(name, where.home()))
        .ifPresent(
            name ->
                footer(
                    "leave out:",
                    where.settings().formatted("exclude", '"' + name + '"')
                        + " if the class is not under test"));
  }

  private static Optional<String> accessor(FoundRace found) {
    return found.reported().second().stack().stream().map(Frame::className).findFirst();
  }

  /** The class of the test is instrumented whatever the settings are. */
  private static boolean isWithin(String name, String home) {
    return name.equals(home) || name.startsWith(home + '$');
  }
}

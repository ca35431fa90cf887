package io.racedet.fleet;

import io.racedet.race.Grade;
import io.racedet.report.ReportedRace;
import java.io.Serializable;
import java.util.Locale;

/**
 * A race as several traces have shown it. Values are combined in any order with the same result.
 *
 * @param traces in how many traces it was found
 * @param pairs how many pairs of accesses it stands for in all of them
 * @param first name of the first trace, in the order of names
 * @param last name of the last one
 * @param grade the best grade; of equally strong ones that of the first trace
 * @param kept the trace, or the window, whose report is kept: the first one with the best grade
 * @param report that report, see {@link Reports}
 */
record SeenRace(
    long traces, long pairs, String first, String last, Grade grade, String kept, byte[] report)
    implements Serializable {
  /** A race as one part of a trace has shown it. */
  static SeenRace of(ReportedRace race, TracePart part) {
    String name = part.input().name();
    String kept =
        part.isWindow()
            ? String.format(Locale.ROOT, "%s %016d", name, part.splits().eventsBefore())
            : name;
    return new SeenRace(1, race.pairs(), name, name, race.grade(), kept, Reports.bytes(race));
  }

  /**
   * Joins what windows of the same trace have shown. They may have shown the same pairs, so the
   * larger number counts.
   */
  SeenRace orWindow(SeenRace other) {
    SeenRace better = isBetter(other) ? this : other;
    return new SeenRace(
        1, Math.max(pairs, other.pairs), first, last, better.grade, better.kept, better.report);
  }

  /** Joins what two sets of traces have shown. */
  SeenRace and(SeenRace other) {
    SeenRace better = isBetter(other) ? this : other;
    return new SeenRace(
        traces + other.traces,
        pairs + other.pairs,
        first.compareTo(other.first) <= 0 ? first : other.first,
        last.compareTo(other.last) >= 0 ? last : other.last,
        better.grade,
        better.kept,
        better.report);
  }

  private boolean isBetter(SeenRace other) {
    boolean isAtLeast = grade.isAtLeast(other.grade);
    boolean isEqual = isAtLeast && other.grade.isAtLeast(grade);
    return isEqual ? kept.compareTo(other.kept) <= 0 : isAtLeast;
  }
}

package io.racedet.junit.report;

import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.Standing;

/**
 * A deadlock that was found in a test.
 *
 * @param deadlock the deadlock as the engine reported it
 * @param reported the same one for texts and report files, without its occurrences
 */
public record FoundDeadlock(
    Deadlock deadlock, ReportedDeadlock reported, CycleTarget target, Confirmation confirmation) {
  /**
   * Creates a deadlock that is not confirmed.
   *
   * @param reported the same one for texts and report files
   */
  public FoundDeadlock(Deadlock deadlock, ReportedDeadlock reported, CycleTarget target) {
    this(deadlock, reported, target, Confirmation.NONE);
  }

  /**
   * Returns the same deadlock with the grade {@code CONFIRMED}.
   *
   * @return the deadlock with its witness, if any, and without its remark
   */
  public FoundDeadlock confirmed(Confirmation how) {
    Deadlock better =
        new Deadlock(
            deadlock.requests(), Grade.CONFIRMED, deadlock.count(), deadlock.witness(), "");
    return new FoundDeadlock(better, reported.withGrade(Grade.CONFIRMED), target, how);
  }

  /**
   * Returns the same deadlock with another standing.
   *
   * @param standing whether it is new, and who owns the code
   */
  public FoundDeadlock with(Standing standing) {
    return new FoundDeadlock(deadlock, reported.withStanding(standing), target, confirmation);
  }

  /**
   * Returns the better proved one of two finds of the same deadlock.
   *
   * @return this one if they are equally well proved
   */
  public FoundDeadlock better(FoundDeadlock other) {
    return grade().isAtLeast(other.grade()) ? this : other;
  }

  /** Returns how well it is proved. */
  public Grade grade() {
    return reported.grade();
  }

  /** Returns what identifies the deadlock in every run. */
  public RaceKey key() {
    return reported.key();
  }
}

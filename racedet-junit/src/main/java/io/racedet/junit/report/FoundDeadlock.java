package io.racedet.junit.report;

import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.Standing;

/**
 * A dead-lock that was found in a test.
 *
 * @param deadlock the dead-lock as the engine reported it
 * @param reported the same one for texts and report files, without its occurrences
 * @param target its requests, for confirming it
 * @param confirmation how it was confirmed
 */
public record FoundDeadlock(
    Deadlock deadlock, ReportedDeadlock reported, CycleTarget target, Confirmation confirmation) {
  /**
   * Creates a dead-lock that is not confirmed.
   *
   * @param deadlock the dead-lock
   * @param reported the same one for texts and report files
   * @param target its requests
   */
  public FoundDeadlock(Deadlock deadlock, ReportedDeadlock reported, CycleTarget target) {
    this(deadlock, reported, target, Confirmation.NONE);
  }

  /**
   * Returns the same dead-lock with the grade {@code CONFIRMED}.
   *
   * @param how how it was confirmed
   * @return the dead-lock with its witness, if any, and without its remark
   */
  public FoundDeadlock confirmed(Confirmation how) {
    Deadlock better =
        new Deadlock(
            deadlock.requests(), Grade.CONFIRMED, deadlock.count(), deadlock.witness(), "");
    return new FoundDeadlock(better, reported.withGrade(Grade.CONFIRMED), target, how);
  }

  /**
   * Returns the same dead-lock with another standing.
   *
   * @param standing whether it is new, and who owns the code
   * @return the dead-lock
   */
  public FoundDeadlock with(Standing standing) {
    return new FoundDeadlock(deadlock, reported.withStanding(standing), target, confirmation);
  }

  /**
   * Returns the better proved one of two finds of the same dead-lock.
   *
   * @param other the other one
   * @return this one if they are equally well proved
   */
  public FoundDeadlock better(FoundDeadlock other) {
    return grade().isAtLeast(other.grade()) ? this : other;
  }

  /**
   * Returns how well it is proved.
   *
   * @return the grade
   */
  public Grade grade() {
    return reported.grade();
  }

  /**
   * Returns what identifies the dead-lock in every run.
   *
   * @return the key
   */
  public RaceKey key() {
    return reported.key();
  }
}

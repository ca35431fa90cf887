package io.racedet.junit.report;

import io.racedet.race.Deadlock;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.Standing;

/**
 * A deadlock that was found in a test.
 *
 * @param deadlock the deadlock as the engine reported it
 * @param reported the same one for texts and report files, without its occurrences
 */
public record FoundDeadlock(
    Deadlock deadlock, ReportedDeadlock reported, Target target, Confirmation confirmation)
    implements Found {
  /** Returns a deadlock that is not confirmed. */
  public static FoundDeadlock of(Deadlock deadlock, ReportedDeadlock reported, Target target) {
    return new FoundDeadlock(deadlock, reported, target, Confirmation.NONE);
  }

  @Override
  public FoundDeadlock confirmed(Confirmation how) {
    return new FoundDeadlock(
        deadlock.with(deadlock.proof().confirmed()),
        reported.with(reported.evidence().confirmed()),
        target,
        how);
  }

  @Override
  public FoundDeadlock with(Standing standing) {
    return new FoundDeadlock(
        deadlock, reported.with(reported.history().with(standing)), target, confirmation);
  }

  @Override
  public FoundDeadlock fixedBy(String fix) {
    return new FoundDeadlock(
        deadlock, reported.with(reported.evidence().fixedBy(fix)), target, confirmation);
  }

  /** Returns the same with other names of its locks. */
  public FoundDeadlock named(ReportedDeadlock names) {
    return new FoundDeadlock(deadlock, names, target, confirmation);
  }
}

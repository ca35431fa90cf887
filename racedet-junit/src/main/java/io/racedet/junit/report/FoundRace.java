package io.racedet.junit.report;

import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedRace;
import io.racedet.report.Standing;

/**
 * A race that was found in a test.
 *
 * @param race the race as the engine reported it
 * @param reported the same race for texts and report files, without its occurrences
 * @param details what only the check needs
 */
public record FoundRace(
    Race race, ReportedRace reported, RunDetails details, Confirmation confirmation) {
  /**
   * Creates a race that is not confirmed.
   *
   * @param reported the same race for texts and report files
   * @param details what only the check needs
   */
  public FoundRace(Race race, ReportedRace reported, RunDetails details) {
    this(race, reported, details, Confirmation.NONE);
  }

  /**
   * Returns the same race with the grade {@code CONFIRMED}.
   *
   * @return the race with its witness, if any, and without its remark
   */
  public FoundRace confirmed(Confirmation how) {
    Race better =
        new Race(
            race.engine(),
            race.variable(),
            race.kind(),
            Grade.CONFIRMED,
            race.first(),
            race.second(),
            race.count(),
            race.witness(),
            "");
    ReportedRace confirmed = reported.change().grade(Grade.CONFIRMED).remark("").make();
    return new FoundRace(better, confirmed, details, how);
  }

  /**
   * Returns the same race with another standing.
   *
   * @param standing whether it is new, and who owns the code
   */
  public FoundRace with(Standing standing) {
    return new FoundRace(race, reported.change().standing(standing).make(), details, confirmation);
  }

  /**
   * Returns the better proved one of two finds of the same race.
   *
   * @return this one if they are equally well proved
   */
  public FoundRace better(FoundRace other) {
    return reported.grade().isAtLeast(other.reported.grade()) ? this : other;
  }

  /**
   * Returns the name of the variable.
   *
   * @return for example {@code Account.balance}, {@code array int[10][3]} or {@code HashMap
   *     contents}
   */
  public String variable() {
    return reported.variable().name();
  }

  /** Returns what identifies the race in every run. */
  public RaceKey key() {
    return reported.key();
  }
}

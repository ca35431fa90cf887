package io.racedet.junit.report;

import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedRace;

/**
 * A race that a test has shown.
 *
 * @param race the race as the engine has it
 * @param reported the same as all texts have it, not yet with where it was found
 * @param details what only the checker needs
 * @param confirmation how two threads were caught in it
 */
public record FoundRace(
    Race race, ReportedRace reported, RunDetails details, Confirmation confirmation) {
  /**
   * Makes a race that nobody has tried to confirm.
   *
   * @param race the race
   * @param reported the same as all texts have it
   * @param details what only the checker needs
   */
  public FoundRace(Race race, ReportedRace reported, RunDetails details) {
    this(race, reported, details, Confirmation.NONE);
  }

  /**
   * Returns the same race as one at whose accesses two threads have been caught.
   *
   * @param how in which try
   * @return a race of the best grade, with the witness that it had
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
    ReportedRace told = reported.change().grade(Grade.CONFIRMED).remark("").make();
    return new FoundRace(better, told, details, how);
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

  /**
   * Returns what tells the race from others in every run.
   *
   * @return the key
   */
  public RaceKey key() {
    return reported.key();
  }
}

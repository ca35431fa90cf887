package io.racedet.junit.report;

import io.racedet.race.Race;
import io.racedet.report.ReportedRace;
import io.racedet.report.Standing;
import java.util.Optional;

/**
 * A race that was found in a test.
 *
 * @param race the race as the engine reported it
 * @param reported the same race for texts and report files, without its occurrences
 * @param details what only the check needs
 */
public record FoundRace(
    Race race, ReportedRace reported, RunDetails details, Confirmation confirmation)
    implements Found {
  /** Returns a race that is not confirmed. */
  public static FoundRace of(Race race, ReportedRace reported, RunDetails details) {
    return new FoundRace(race, reported, details, Confirmation.NONE);
  }

  @Override
  public Target target() {
    return details.target();
  }

  @Override
  public FoundRace confirmed(Confirmation how) {
    return new FoundRace(
        race.with(race.proof().confirmed()),
        reported.with(reported.evidence().confirmed()),
        details,
        how);
  }

  @Override
  public FoundRace with(Standing standing) {
    return new FoundRace(
        race, reported.with(reported.history().with(standing)), details, confirmation);
  }

  @Override
  public FoundRace fixedBy(String fix) {
    return new FoundRace(
        race, reported.with(reported.evidence().fixedBy(fix)), details, confirmation);
  }

  @Override
  public Optional<String> acceptedInCode() {
    return details.accepted();
  }

  /** Returns the same with other names of its variable and of what synchronises. */
  public FoundRace named(ReportedRace names) {
    return new FoundRace(race, names, details, confirmation);
  }

  /** Returns what distinguishes it in a text: the variable and the unordered pair of locations. */
  public String pair() {
    String one = reported.first().site().location();
    String other = reported.second().site().location();
    boolean isOrdered = one.compareTo(other) <= 0;
    return variable() + '|' + (isOrdered ? one + '|' + other : other + '|' + one);
  }

  /**
   * Returns the name of the variable, for example {@code Account.balance}, {@code element 3 of
   * Prices.all (int[10])} or {@code Prices.cache (HashMap)}.
   */
  public String variable() {
    return reported.variable().name();
  }

  /**
   * Returns whether a name is that of the variable, or the one that does not say what holds its
   * object: {@code array int[10][3]}, {@code HashMap contents}.
   */
  public boolean isOn(String name) {
    return name.equals(variable()) || name.equals(race.variable());
  }
}

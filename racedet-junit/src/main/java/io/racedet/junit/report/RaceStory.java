package io.racedet.junit.report;

import io.racedet.race.Grade;
import io.racedet.race.Race;
import java.util.Optional;

/**
 * A race with all that its report tells.
 *
 * @param race the race
 * @param variable the variable, for example {@code Account.balance}, {@code array int[10][3]} or
 *     {@code HashMap contents}
 * @param origin where the object comes from, for example {@code allocated at ...}; empty when
 *     unknown or static
 * @param first the earlier access
 * @param second the later access
 * @param target where threads can be driven into it
 * @param confirmation how that was done
 * @param evidence the same for the report files
 * @param accepted why the code under test accepts races on the variable; empty when it does not
 */
public record RaceStory(
    Race race,
    String variable,
    String origin,
    Side first,
    Side second,
    Target target,
    Confirmation confirmation,
    Evidence evidence,
    Optional<String> accepted) {
  /**
   * Tells a race that nobody has tried to confirm.
   *
   * @param race the race
   * @param variable the variable
   * @param origin where the object comes from
   * @param first the earlier access
   * @param second the later access
   * @param target where threads can be driven into it
   */
  public RaceStory(
      Race race, String variable, String origin, Side first, Side second, Target target) {
    this(
        race,
        variable,
        origin,
        first,
        second,
        target,
        Confirmation.NONE,
        Evidence.of(race, variable),
        Optional.empty());
  }

  /**
   * Returns the same race as one at whose accesses two threads have been caught.
   *
   * @param how in which try
   * @return a race of the best grade, with the witness that it had
   */
  public RaceStory confirmed(Confirmation how) {
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
    return new RaceStory(better, variable, origin, first, second, target, how, evidence, accepted);
  }
}

package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.Schedule;
import io.racedet.race.Race;
import java.util.Arrays;
import java.util.List;

/**
 * Data races of a released program that have been examined and are real, whether intended by its
 * authors or not.
 *
 * @param variables the variables with races
 */
record KnownRaces(List<String> variables) {
  private static final long MAX_EVENTS = 20_000_000;

  static KnownRaces on(String... variables) {
    return new KnownRaces(Arrays.asList(variables));
  }

  /** One element of an array represents all of them. */
  private static String withoutIndex(String variable) {
    return variable.replaceFirst("\\[[0-9]+]$", "[*]");
  }

  /**
   * Checks a load several times, since a check ends with the first repetition that has a race.
   *
   * @param instrument what is instrumented
   * @param checks the number of checks
   * @param load what to check
   */
  void checkOthers(List<String> instrument, int checks, RaceCheck.Block load) {
    List<Schedule> schedules = List.of(Schedule.NONE, Schedule.NOISE, Schedule.PRIORITY);
    for (int i = 0; i < checks; i++) {
      RaceCheck check =
          RaceCheck.with()
              .instrument(instrument.toArray(String[]::new))
              .schedule(schedules.get(i % schedules.size()))
              .hangAfter("5m")
              .maxEvents(MAX_EVENTS);
      try {
        check.repetitions(1).run(load);
      } catch (RaceFoundError e) {
        assertThat(e.races())
            .as(e.getMessage())
            .extracting(Race::variable)
            .map(KnownRaces::withoutIndex)
            .isSubsetOf(variables);
      }
    }
  }
}

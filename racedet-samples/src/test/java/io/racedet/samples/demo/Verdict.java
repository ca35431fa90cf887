package io.racedet.samples.demo;

import io.racedet.race.Access;
import io.racedet.race.Race;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.RaceCase;
import java.lang.reflect.Constructor;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An outcome compared with the expected one: one row of the summary table. */
record Verdict(
    String test, String word, boolean isRight, String race, String repetition, long millis) {
  private static final Pattern LOCATION = Pattern.compile("\\w+\\.\\w+:\\d+");

  static Verdict of(Outcome outcome) {
    RaceCase raceCase = newCase(outcome.testClass());
    boolean racy = outcome.tags().contains(RaceCase.RACY);
    List<Race> races = outcome.races();
    boolean expected = races.stream().anyMatch(raceCase::isExpected);
    boolean right = racy ? expected : outcome.status().equals("SUCCESSFUL");
    boolean skipped = outcome.status().equals("SKIPPED");
    return new Verdict(
        raceCase.title(racy ? RaceCase.RACY : RaceCase.CLEAN),
        skipped ? "skipped" : word(racy, right, races),
        right || skipped,
        races.stream().min(expectedFirst(raceCase)).map(Verdict::text).orElse(cause(outcome)),
        outcome.facts().getOrDefault("racedet.repetitions", "-"),
        outcome.time().toMillis());
  }

  private static String word(boolean racy, boolean right, List<Race> races) {
    if (right) {
      return racy ? "race" : "clean";
    }
    if (races.isEmpty()) {
      return racy ? "MISSED" : "FAILED";
    }
    return racy ? "OTHER RACE" : "FALSE ALARM";
  }

  private static Comparator<Race> expectedFirst(RaceCase raceCase) {
    return Comparator.comparing(race -> !raceCase.isExpected(race));
  }

  private static String text(Race race) {
    return race.variable() + ", " + location(race.first()) + " / " + location(race.second());
  }

  private static String location(Access access) {
    Matcher matcher = LOCATION.matcher(access.location());
    return matcher.find() ? matcher.group() : access.location();
  }

  /** Why a test without a race failed: the first line of what it threw. */
  private static String cause(Outcome outcome) {
    return outcome.thrown().map(Throwable::toString).flatMap(s -> s.lines().findFirst()).orElse("");
  }

  static RaceCase newCase(Class<?> testClass) {
    try {
      Constructor<?> constructor = testClass.getDeclaredConstructor();
      constructor.setAccessible(true);
      return (RaceCase) constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(testClass + " has no constructor without parameters", e);
    }
  }
}

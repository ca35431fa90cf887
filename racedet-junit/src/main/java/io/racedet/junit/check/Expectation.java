package io.racedet.junit.check;

import io.racedet.junit.report.RaceStory;
import io.racedet.race.Grade;

/** What a checked test should show. */
public sealed interface Expectation {
  /**
   * Tells whether a race decides the test.
   *
   * @param story the race
   * @return whether to stop and report
   */
  boolean isDecidedBy(RaceStory story);

  /**
   * No race of the given grade or a better one.
   *
   * @param failOn the least grade that fails the test
   */
  record NoRace(Grade failOn) implements Expectation {
    @Override
    public boolean isDecidedBy(RaceStory story) {
      return story.reported().grade().isAtLeast(failOn);
    }
  }

  /**
   * A race on a variable.
   *
   * @param variable its name in reports; empty for any
   * @param least the least grade that counts
   */
  record SomeRace(String variable, Grade least) implements Expectation {
    @Override
    public boolean isDecidedBy(RaceStory story) {
      return story.reported().grade().isAtLeast(least)
          && (variable.isEmpty() || variable.equals(story.variable()));
    }
  }
}

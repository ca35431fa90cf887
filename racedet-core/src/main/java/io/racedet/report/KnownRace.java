package io.racedet.report;

import io.racedet.race.Grade;
import java.util.List;

/**
 * A race or a deadlock that earlier runs have shown: an entry of the file of known races.
 *
 * @param key what identifies it in every run, as in the baseline
 * @param conflict how the accesses conflict, for example {@code write-read}; {@link
 *     RaceKey#DEADLOCK} of a deadlock
 * @param text a description in one line
 * @param grade the best grade that it had
 * @param decisive whether it was ever proved well enough to fail a test
 * @param places where the accesses or requests were when it was last seen
 * @param seen when it was seen
 * @param tests the tests that have shown it
 * @param again how it may be reproduced
 */
public record KnownRace(
    RaceKey key,
    String conflict,
    String text,
    Grade grade,
    boolean decisive,
    List<Frame> places,
    Seen seen,
    List<ByTest> tests,
    Again again) {
  /**
   * When it was seen.
   *
   * @param firstSeen when it was first seen, as in ISO 8601
   * @param lastSeen when it was last seen
   * @param firstRun names the run that first showed it; if it is decisive, the run that first
   *     showed it as decisive
   */
  public record Seen(String firstSeen, String lastSeen, String firstRun) {}

  /**
   * A test that has shown it.
   *
   * @param test the {@link TestRun#id} of the test
   * @param missed in how many runs in a row the test ended without showing it
   * @param run names the last run that was counted
   */
  public record ByTest(String test, int missed, String run) {}

  /**
   * How it may be reproduced.
   *
   * @param seeds values of {@code racedet.seed} that have shown it, the latest first
   * @param replay the lines of a replay file that may reproduce it; may be empty
   * @param replayFile the replay file that was written for it; empty if there is none
   */
  public record Again(List<String> seeds, List<String> replay, String replayFile) {
    /**
     * Keeps its own copies of the lists.
     *
     * @param seeds values of {@code racedet.seed}
     * @param replay the lines of a replay file
     * @param replayFile the replay file
     */
    public Again {
      seeds = List.copyOf(seeds);
      replay = List.copyOf(replay);
    }
  }

  /**
   * Keeps its own copies of the lists.
   *
   * @param key what identifies it
   * @param conflict how the accesses conflict
   * @param text what it is
   * @param grade the best grade
   * @param decisive whether it was ever proved well enough to fail a test
   * @param places where the accesses were
   * @param seen when it was seen
   * @param tests the tests that have shown it
   * @param again how it may be reproduced
   */
  public KnownRace {
    places = List.copyOf(places);
    tests = List.copyOf(tests);
  }

  /**
   * {@return whether a test has shown it}
   *
   * @param test the {@link TestRun#id} of the test
   */
  public boolean isOf(String test) {
    return tests.stream().anyMatch(each -> each.test().equals(test));
  }

  /**
   * {@return a copy with other tests}
   *
   * @param others the tests that have shown it
   */
  public KnownRace withTests(List<ByTest> others) {
    return new KnownRace(key, conflict, text, grade, decisive, places, seen, others, again);
  }
}

package io.racedet.samples.launch;

import io.racedet.race.Race;

/** A test class with one racy and one clean program. Its racy test fails by design. */
public interface RaceCase {
  /** Tag of the tests that fail by design, whenever racedet finds the race. */
  String RACY = "racy";

  /** Tag of the tests that must pass. */
  String CLEAN = "clean";

  /** What the test with the tag runs, for tables. */
  String title(String tag);

  /** Whether this is the race that the racy program was made for. */
  boolean isExpected(Race race);
}

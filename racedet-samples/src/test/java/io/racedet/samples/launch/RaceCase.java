package io.racedet.samples.launch;

import io.racedet.race.Race;

/** A test class with one racy and one clean program. Its racy test fails by design. */
public interface RaceCase {
  /** Tag of the tests that fail by design, if racedet finds the race. */
  String RACY = "racy";

  /** Tag of the tests that must pass, in all of their repetitions: for the demo and long runs. */
  String CLEAN = "clean";

  /** The name, for tables, of the program that the test with the tag runs. */
  String title(String tag);

  /** Whether this is the intended race of the racy program. */
  boolean isExpected(Race race);
}

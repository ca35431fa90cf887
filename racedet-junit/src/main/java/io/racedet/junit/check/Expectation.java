package io.racedet.junit.check;

import io.racedet.junit.report.Found;
import io.racedet.junit.report.FoundRace;
import io.racedet.race.Grade;

/** What a checked test should show. */
public sealed interface Expectation {
  /**
   * Returns whether a race or a deadlock decides the outcome of the test. A deadlock that happened
   * always does. Returns true if so; no more repetitions are needed.
   */
  boolean isDecidedBy(Found found);

  /** No race of the given grade or a stronger one. */
  record NoRace(Grade failOn) implements Expectation {
    @Override
    public boolean isDecidedBy(Found found) {
      return found.hasHung() || found.grade().isAtLeast(failOn);
    }
  }

  /**
   * A race on a variable.
   *
   * @param variable its name in reports; empty for any
   */
  record SomeRace(String variable, Grade least) implements Expectation {
    @Override
    public boolean isDecidedBy(Found found) {
      return found instanceof FoundRace race
          ? race.grade().isAtLeast(least) && (variable.isEmpty() || race.isOn(variable))
          : found.hasHung();
    }
  }
}

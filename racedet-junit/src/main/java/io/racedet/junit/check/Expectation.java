package io.racedet.junit.check;

import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.race.Grade;

/** What a checked test should show. */
public sealed interface Expectation {
  /**
   * Returns whether a race decides the outcome of the test.
   *
   * @return true if so; no more repetitions are needed
   */
  boolean isDecidedBy(FoundRace found);

  /**
   * Returns whether a deadlock decides the outcome of the test. One that happened always does: it
   * would have hung the test, and what the test does after it was broken may be a consequence.
   *
   * @return true if so; no more repetitions are needed
   */
  boolean isDecidedBy(FoundDeadlock found);

  /** No race of the given grade or a stronger one. */
  record NoRace(Grade failOn) implements Expectation {
    @Override
    public boolean isDecidedBy(FoundRace found) {
      return found.reported().grade().isAtLeast(failOn);
    }

    @Override
    public boolean isDecidedBy(FoundDeadlock found) {
      return happened(found) || found.grade().isAtLeast(failOn);
    }
  }

  /**
   * A race on a variable.
   *
   * @param variable its name in reports; empty for any
   * @param least the weakest grade that counts
   */
  record SomeRace(String variable, Grade least) implements Expectation {
    @Override
    public boolean isDecidedBy(FoundRace found) {
      return found.reported().grade().isAtLeast(least)
          && (variable.isEmpty() || variable.equals(found.variable()));
    }

    @Override
    public boolean isDecidedBy(FoundDeadlock found) {
      return happened(found);
    }
  }

  private static boolean happened(FoundDeadlock found) {
    return found.deadlock().grade() == Grade.OBSERVED;
  }
}

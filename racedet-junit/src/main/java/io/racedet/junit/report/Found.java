package io.racedet.junit.report;

import io.racedet.race.Grade;
import io.racedet.report.Finding;
import io.racedet.report.RaceKey;
import io.racedet.report.Standing;
import java.util.Comparator;
import java.util.Optional;

/** A race or a deadlock that was found in a test. */
public sealed interface Found permits FoundRace, FoundDeadlock {
  /** The order of texts: confirmed ones before all others. */
  Comparator<Found> CONFIRMED_FIRST =
      Comparator.comparing(found -> found.grade() != Grade.CONFIRMED);

  /** Returns it for texts and report files, without its occurrences. */
  Finding reported();

  /** Returns where threads are held to confirm it. */
  Target target();

  /** Returns how it was confirmed. */
  Confirmation confirmation();

  /**
   * Returns the same with the grade {@code CONFIRMED}, with its witness, if any, and without its
   * remark.
   */
  Found confirmed(Confirmation how);

  /** Returns the same with another standing: whether it is new, and who owns the code. */
  Found with(Standing standing);

  /** Returns the same with what to do about it, in one line. */
  Found fixedBy(String fix);

  /** Returns why the code under test accepts it; empty if it does not. */
  default Optional<String> acceptedInCode() {
    return Optional.empty();
  }

  /** Returns how well it is proved. */
  default Grade grade() {
    return reported().grade();
  }

  /** Returns what identifies it in every run. */
  default RaceKey key() {
    return reported().key();
  }

  /** Returns it in one line: what it is, its grade, and the locations. */
  default String headline() {
    return reported().headline();
  }

  /**
   * Returns whether it is a deadlock that has happened: it would have hung the test, and what the
   * test does after it was broken may be a consequence.
   */
  default boolean hasHung() {
    return this instanceof FoundDeadlock && grade() == Grade.OBSERVED;
  }

  /**
   * Returns the better proved one of two finds of the same race or deadlock, the first if equal.
   */
  static <F extends Found> F better(F one, F other) {
    return one.grade().isAtLeast(other.grade()) ? one : other;
  }
}

package io.racedet.report;

import io.racedet.race.Deadlock;
import io.racedet.race.EngineResult;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import java.util.List;

/** What was found: a race or a deadlock. */
public sealed interface Finding permits ReportedRace, ReportedDeadlock {
  /**
   * Converts what an engine has found.
   *
   * @param result the race or deadlock
   * @return the same with locations without classes, and without stacks and occurrences
   */
  static Finding of(EngineResult result) {
    return result instanceof Race race
        ? EngineFinding.of(race)
        : EngineFinding.of((Deadlock) result);
  }

  /**
   * Returns what it is called.
   *
   * @return {@code race} or {@code deadlock}
   */
  String noun();

  /**
   * Returns how its threads conflict.
   *
   * @return for example {@code write-read}, or {@code deadlock}
   */
  String conflict();

  /**
   * Returns what identifies it in every run, even if lines change.
   *
   * @return the key for baseline and fingerprint
   */
  RaceKey key();

  /**
   * Returns what its threads do.
   *
   * @return at least two events, in their order; an access may not be known
   */
  List<? extends ThreadEvent> events();

  /**
   * Returns how often it was found at these locations in one trace.
   *
   * @return the number of pairs of accesses, or of cycles of requests
   */
  long count();

  /**
   * Returns how well it is proved.
   *
   * @return the proof
   */
  Evidence evidence();

  /**
   * Returns where it was found, and what is known of it.
   *
   * @return the history
   */
  History history();

  /**
   * Returns it in one line.
   *
   * @return what it is, its grade and its locations
   */
  String headline();

  /**
   * Returns where it is.
   *
   * @return the known frames
   */
  List<Frame> places();

  /**
   * Returns a copy with another number.
   *
   * @param number how often it was found
   * @return the same otherwise
   */
  Finding counted(long number);

  /**
   * Returns a copy with another evidence.
   *
   * @param other how well it is proved
   * @return the same otherwise
   */
  Finding with(Evidence other);

  /**
   * Returns a copy with another history.
   *
   * @param other where it was found, and what is known of it
   * @return the same otherwise
   */
  Finding with(History other);

  /**
   * Returns how well it is proved.
   *
   * @return its grade
   */
  default Grade grade() {
    return evidence().grade();
  }

  /**
   * Returns whether it is new, and who owns the code.
   *
   * @return its standing
   */
  default Standing standing() {
    return history().standing();
  }

  /**
   * Returns whether it is accepted.
   *
   * @return true if so
   */
  default boolean isAccepted() {
    return !history().accepted().isEmpty();
  }
}

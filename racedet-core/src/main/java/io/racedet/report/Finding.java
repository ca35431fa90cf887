package io.racedet.report;

import io.racedet.race.Deadlock;
import io.racedet.race.EngineResult;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import java.util.List;

/** A finding: a race or a deadlock. */
public sealed interface Finding permits ReportedRace, ReportedDeadlock {
  /**
   * {@return what an engine has found, with locations without classes, and without stacks and
   * occurrences}
   *
   * @param result the race or deadlock
   */
  static Finding of(EngineResult result) {
    return result instanceof Race race
        ? EngineFinding.of(race)
        : EngineFinding.of((Deadlock) result);
  }

  /** {@return its name: {@code race} or {@code deadlock}} */
  String noun();

  /** {@return how its threads conflict, for example {@code write-read}, or {@code deadlock}} */
  String conflict();

  /** {@return the key for baseline and fingerprint: the same in every run, even if lines change} */
  RaceKey key();

  /** {@return the events of its threads, at least two, in their order; an access may be unknown} */
  List<? extends ThreadEvent> events();

  /**
   * {@return how many times it was found at these locations in one trace: the number of pairs of
   * accesses, or of cycles of requests}
   */
  long count();

  /** {@return how well it is proved} */
  Evidence evidence();

  /** {@return where it was found, and what is known about it} */
  History history();

  /** {@return one line: its name, its grade and its locations} */
  String headline();

  /** {@return where it is: the known frames} */
  List<Frame> places();

  /**
   * {@return a copy with another number}
   *
   * @param number how often it was found
   */
  Finding counted(long number);

  /**
   * {@return a copy with another evidence}
   *
   * @param other how well it is proved
   */
  Finding with(Evidence other);

  /**
   * {@return a copy with another history}
   *
   * @param other where it was found, and what is known about it
   */
  Finding with(History other);

  /** {@return how well it is proved} */
  default Grade grade() {
    return evidence().grade();
  }

  /** {@return whether it is new, and who owns the code} */
  default Standing standing() {
    return history().standing();
  }

  /** {@return whether it is accepted} */
  default boolean isAccepted() {
    return !history().accepted().isEmpty();
  }
}

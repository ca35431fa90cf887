package io.racedet.junit;

import io.racedet.race.Race;
import java.util.List;

/** Thrown when a checked test has races. The message is the report of all of them. */
public final class RaceFoundError extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final transient List<Race> races;

  /**
   * Creates the error.
   *
   * @param message the report
   * @param races the races, in the order of the report
   */
  public RaceFoundError(String message, List<Race> races) {
    super(message);
    this.races = List.copyOf(races);
  }

  /**
   * Returns the races.
   *
   * @return at least one, in the order of the report; empty after deserialisation
   */
  public List<Race> races() {
    return races == null ? List.of() : races;
  }
}

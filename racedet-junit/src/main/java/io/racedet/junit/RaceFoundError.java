package io.racedet.junit;

import io.racedet.race.Race;
import java.util.List;

/** A checked test has races; the message is the report of all of them. */
public final class RaceFoundError extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final transient List<Race> races;

  /**
   * Creates the error.
   *
   * @param message the report
   * @param races the races, the first reported one first
   */
  public RaceFoundError(String message, List<Race> races) {
    super(message);
    this.races = List.copyOf(races);
  }

  /**
   * Returns the races.
   *
   * @return at least one, the first reported one first; empty after deserialisation
   */
  public List<Race> races() {
    return races == null ? List.of() : races;
  }
}

package io.racedet.report;

import java.util.List;

/**
 * The content of a file of known races.
 *
 * @param races the races and dead-locks, each {@link KnownRace#key} once
 */
public record KnownRaces(List<KnownRace> races) {
  /** Nothing is known. */
  public static final KnownRaces NONE = new KnownRaces(List.of());

  /**
   * Keeps its own copy of the list.
   *
   * @param races the races and dead-locks
   */
  public KnownRaces {
    races = List.copyOf(races);
  }
}

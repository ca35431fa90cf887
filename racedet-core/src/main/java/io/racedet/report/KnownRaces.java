package io.racedet.report;

import java.util.List;

/**
 * The content of a file of known races.
 *
 * @param races the races and deadlocks, with distinct {@link KnownRace#key}s
 */
public record KnownRaces(List<KnownRace> races) {
  /** Nothing is known. */
  public static final KnownRaces NONE = new KnownRaces(List.of());

  /**
   * Keeps its own copy of the list.
   *
   * @param races the races and deadlocks
   */
  public KnownRaces {
    races = List.copyOf(races);
  }
}

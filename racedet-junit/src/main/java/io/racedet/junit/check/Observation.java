package io.racedet.junit.check;

import io.racedet.junit.report.FoundRace;
import java.util.List;

/**
 * What was seen in one repetition.
 *
 * @param events how many events were recorded
 * @param accesses how many of them were data accesses
 * @param threads how many threads have recorded events
 * @param truncated whether the limit of events cut the recording
 * @param damaged whether order or events were lost
 * @param caught whether two threads were held at the two places of the target at the same time
 * @param races all races, the most certain first, then the earliest
 */
public record Observation(
    long events,
    long accesses,
    int threads,
    boolean truncated,
    boolean damaged,
    boolean caught,
    List<FoundRace> races) {
  /** Of a repetition that failed before its recording began. */
  static final Observation NOTHING = new Observation(0, 0, 0, false, false, false, List.of());

  /**
   * Keeps its own copy of the races.
   *
   * @param events how many events
   * @param accesses how many data accesses
   * @param threads how many threads
   * @param truncated whether events were cut
   * @param damaged whether events were lost
   * @param caught whether two threads were caught
   * @param races all races
   */
  public Observation {
    races = List.copyOf(races);
  }

  /** The same with other races. */
  Observation with(List<FoundRace> others) {
    return new Observation(events, accesses, threads, truncated, damaged, caught, others);
  }
}

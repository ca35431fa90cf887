package io.racedet.junit.check;

import io.racedet.junit.report.FoundRace;
import java.util.List;

/**
 * What was seen in one repetition.
 *
 * @param events how many events were recorded
 * @param accesses how many of them were data accesses
 * @param threads how many threads have recorded events
 * @param truncated whether the recording reached the limit of events
 * @param damaged whether events or their order were lost
 * @param confirmed whether two threads were held at both locations of the target at the same time
 * @param races all races, the most certain first, then the earliest
 */
public record Observation(
    long events,
    long accesses,
    int threads,
    boolean truncated,
    boolean damaged,
    boolean confirmed,
    List<FoundRace> races) {
  /** The observation of a repetition that failed before its recording began. */
  static final Observation NOTHING = new Observation(0, 0, 0, false, false, false, List.of());

  /**
   * Keeps its own copy of the races.
   *
   * @param events how many events
   * @param accesses how many data accesses
   * @param threads how many threads
   * @param truncated whether the recording reached the limit
   * @param damaged whether events were lost
   * @param confirmed whether two threads were held at both locations
   * @param races all races
   */
  public Observation {
    races = List.copyOf(races);
  }

  /** The same with other races. */
  Observation with(List<FoundRace> others) {
    return new Observation(events, accesses, threads, truncated, damaged, confirmed, others);
  }
}

package io.racedet.junit.check;

import io.racedet.junit.coverage.Interleaving;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.race.ReachedLimit;
import java.util.List;

/**
 * What was seen in one repetition.
 *
 * @param accesses how many of them were data accesses
 * @param truncated whether the recording reached the limit of events
 * @param damaged whether events or their order were lost
 * @param confirmed whether two threads were held at both locations of the target at the same time
 * @param races all races, the most certain first, then the earliest
 * @param limits the limits that took effect in the analysis
 * @param interleaving what is compared with that of other repetitions
 */
public record Observation(
    long events,
    long accesses,
    int threads,
    boolean truncated,
    boolean damaged,
    boolean confirmed,
    List<FoundRace> races,
    List<FoundDeadlock> deadlocks,
    List<ReachedLimit> limits,
    List<String> errors,
    Interleaving interleaving) {
  /** The observation of a repetition that failed before its recording began. */
  static final Observation NOTHING = new Observation(0, 0, 0, false, false, false, List.of());

  public Observation {
    races = List.copyOf(races);
    deadlocks = List.copyOf(deadlocks);
    limits = List.copyOf(limits);
    errors = List.copyOf(errors);
  }

  /** An observation whose analysis no limit has cut off. */
  Observation(
      long events,
      long accesses,
      int threads,
      boolean truncated,
      boolean damaged,
      boolean confirmed,
      List<FoundRace> races) {
    this(
        events,
        accesses,
        threads,
        truncated,
        damaged,
        confirmed,
        races,
        List.of(),
        List.of(),
        List.of(),
        Interleaving.UNKNOWN);
  }

  /** The same with other races. */
  Observation with(List<FoundRace> others) {
    return new Observation(
        events,
        accesses,
        threads,
        truncated,
        damaged,
        confirmed,
        others,
        deadlocks,
        limits,
        errors,
        interleaving);
  }
}

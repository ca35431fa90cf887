package io.racedet.junit.record;

import io.racedet.junit.record.sites.SitePair;
import java.util.function.Predicate;

/**
 * How to record.
 *
 * @param perturbation how the schedule is disturbed
 * @param seed decides every choice of the perturbation
 * @param maxEvents about how many events are kept; the recording ends itself there
 * @param scope the classes, by name with dots, whose data accesses become part of the trace
 * @param target where two threads are to be caught, {@link SitePair#NONE} for nowhere
 */
public record RecordingOptions(
    Perturbation perturbation,
    long seed,
    long maxEvents,
    Predicate<String> scope,
    SitePair target) {
  /** Events kept unless told otherwise. */
  public static final long DEFAULT_MAX_EVENTS = 4_000_000;

  /**
   * Checks the limit.
   *
   * @param perturbation how the schedule is disturbed
   * @param seed decides every choice of the perturbation
   * @param maxEvents about how many events are kept
   * @param scope the classes whose data accesses become part of the trace
   * @param target where two threads are awaited
   */
  public RecordingOptions {
    if (maxEvents < 1) {
      throw new IllegalArgumentException("maxEvents: " + maxEvents + " (expected: at least 1)");
    }
  }

  /**
   * Describes a recording without a target.
   *
   * @param perturbation how the schedule is disturbed
   * @param seed decides every choice of the perturbation
   * @param maxEvents about how many events are kept
   * @param scope the classes whose data accesses become part of the trace
   */
  public RecordingOptions(
      Perturbation perturbation, long seed, long maxEvents, Predicate<String> scope) {
    this(perturbation, seed, maxEvents, scope, SitePair.NONE);
  }
}

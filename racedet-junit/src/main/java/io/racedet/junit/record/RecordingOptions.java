package io.racedet.junit.record;

import io.racedet.junit.Schedule;
import io.racedet.runtime.schedule.TargetSites;
import java.util.function.Predicate;

/**
 * How to record.
 *
 * @param maxEvents approximate limit of events; the recording ends when it is reached
 * @param scope the classes, by name with dots, whose data accesses become part of the trace
 * @param target the instructions at which threads are held, or null
 * @param sites the instructions of which an access is left out if an earlier one covers it
 * @param leavesOut whether accesses of objects that one thread alone uses become no events
 */
public record RecordingOptions(
    Schedule schedule,
    long seed,
    long maxEvents,
    Predicate<String> scope,
    TargetSites target,
    ScopedSites sites,
    boolean leavesOut) {
  /** Checks the limit. */
  public RecordingOptions {
    if (maxEvents < 1) {
      throw new IllegalArgumentException("maxEvents: " + maxEvents + " (expected: at least 1)");
    }
  }

  /** Describes a recording of all accesses, without a target. */
  public RecordingOptions(Schedule schedule, long seed, long maxEvents, Predicate<String> scope) {
    this(schedule, seed, maxEvents, scope, null, ScopedSites.none(), false);
  }

  /** The same without the accesses of some instructions that earlier ones cover. */
  public RecordingOptions without(ScopedSites covered) {
    return new RecordingOptions(schedule, seed, maxEvents, scope, target, covered, leavesOut);
  }

  /** The same, where accesses of objects that one thread alone uses may become no events. */
  public RecordingOptions leavingOut(boolean unshared) {
    return new RecordingOptions(schedule, seed, maxEvents, scope, target, sites, unshared);
  }

  /**
   * The same with two locations at which threads are held.
   *
   * @param first the instructions of one location, one for each class loader
   * @param attempt number of the attempt; determines which thread is held
   * @param element index of the array element of the race; negative for any variable
   * @param late index, among the threads of the recording, of the thread that starts only when
   *     another one is held; negative for none
   */
  public RecordingOptions meeting(int[] first, int[] second, long attempt, int element, int late) {
    return with(new TargetSites.Pair(first, second, attempt, element, late));
  }

  /**
   * The same with the requests of a deadlock at which threads are held.
   *
   * @param requests of each request the instructions, one for each class loader and place
   * @param shared whether each request is for the read mode
   * @param attempt number of the attempt; determines which threads are held
   */
  public RecordingOptions requesting(int[][] requests, boolean[] shared, long attempt) {
    return with(new TargetSites.Cycle(requests, shared, attempt));
  }

  private RecordingOptions with(TargetSites newTarget) {
    return new RecordingOptions(schedule, seed, maxEvents, scope, newTarget, sites, leavesOut);
  }
}

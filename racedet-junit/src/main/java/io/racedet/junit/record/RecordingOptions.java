package io.racedet.junit.record;

import io.racedet.junit.record.sites.RequestSites;
import io.racedet.junit.record.sites.SitePair;
import java.util.function.Predicate;

/**
 * How to record.
 *
 * @param perturbation how the schedule is perturbed
 * @param seed decides every choice of the perturbation
 * @param maxEvents approximate limit of events; the recording ends when it is reached
 * @param scope the classes, by name with dots, whose data accesses become part of the trace
 * @param target the two locations at which threads are held, or {@link SitePair#NONE}
 * @param requests the requests of a deadlock at which threads are held, or {@link
 *     RequestSites#NONE}
 * @param sites the instructions of which an access is left out if an earlier one covers it
 */
public record RecordingOptions(
    Perturbation perturbation,
    long seed,
    long maxEvents,
    Predicate<String> scope,
    SitePair target,
    RequestSites requests,
    ScopedSites sites) {
  /**
   * Checks the limit.
   *
   * @param perturbation how the schedule is perturbed
   * @param seed decides every choice of the perturbation
   * @param scope the classes whose data accesses become part of the trace
   * @param target the two locations at which threads are held
   * @param requests the requests at which threads are held
   * @param sites the instructions of which covered accesses are left out
   */
  public RecordingOptions {
    if (maxEvents < 1) {
      throw new IllegalArgumentException("maxEvents: " + maxEvents + " (expected: at least 1)");
    }
  }

  /**
   * Describes a recording of all accesses, without a target.
   *
   * @param perturbation how the schedule is perturbed
   * @param seed decides every choice of the perturbation
   * @param scope the classes whose data accesses become part of the trace
   */
  public RecordingOptions(
      Perturbation perturbation, long seed, long maxEvents, Predicate<String> scope) {
    this(perturbation, seed, maxEvents, scope, SitePair.NONE, ScopedSites.none());
  }

  /**
   * Describes a recording without a deadlock as its target.
   *
   * @param perturbation how the schedule is perturbed
   * @param seed decides every choice of the perturbation
   * @param scope the classes whose data accesses become part of the trace
   * @param target the two locations at which threads are held
   * @param sites the instructions of which covered accesses are left out
   */
  public RecordingOptions(
      Perturbation perturbation,
      long seed,
      long maxEvents,
      Predicate<String> scope,
      SitePair target,
      ScopedSites sites) {
    this(perturbation, seed, maxEvents, scope, target, RequestSites.NONE, sites);
  }
}

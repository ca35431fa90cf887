package io.racedet.runtime;

import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.schedule.TargetSites;
import io.racedet.runtime.spans.AccessSites;

/** What is to be recorded, and how. Immutable. No record, whose methods are linked at run time. */
public final class Plan {
  final Schedule schedule;
  final long seed;
  final TargetSites target; // null without one
  final long maxEvents;
  final AccessSites sites;
  final BufferSpace space;

  /**
   * A recording without the accesses that earlier ones cover.
   *
   * @param target where threads are to meet besides, or null
   * @param maxEvents about how many events to record; the recording ends by itself there
   * @param sites the instructions of which covered accesses are not recorded
   * @param space how much of the recording may wait for its analysis
   */
  public Plan(
      Schedule schedule,
      long seed,
      TargetSites target,
      long maxEvents,
      AccessSites sites,
      BufferSpace space) {
    this.schedule = schedule;
    this.seed = seed;
    this.target = target;
    this.maxEvents = maxEvents;
    this.sites = sites;
    this.space = space;
  }

  /** A recording of all accesses, without a target, which is analysed at its end. */
  public Plan(Schedule schedule, long seed, long maxEvents) {
    this(schedule, seed, null, maxEvents, new AccessSites(), BufferSpace.unlimited());
  }
}

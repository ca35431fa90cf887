package io.racedet.runtime.schedule;

import io.racedet.runtime.spans.AccessSites;

/** How the schedule of a recording is perturbed, by the names that users know. */
public enum Schedule {
  /** No perturbation. */
  NONE,

  /** Random delays and hand-offs. */
  NOISE,

  /** One thread at a time, by random priorities of instructions, or one instruction last. */
  INSTRUCTION,

  /** One thread at a time, by random priorities of threads that change at random points. */
  PRIORITY,

  /** One thread at a time, by random priorities of events. */
  PARTIAL_ORDER,

  /** One thread at a time, each equally likely. */
  RANDOM_WALK,

  /** One of three others, chosen by the seed, beside what drives threads to a target. */
  TARGETED;

  private static final Schedule[] BESIDE_TARGETS = {NONE, NOISE, PRIORITY};

  /** What perturbs the schedule of one recording. */
  public SchedulePerturber perturber(long seed, AccessSites sites) {
    return switch (this) {
      case NONE -> new Unperturbed();
      case NOISE -> new NoisePerturber(seed);
      case INSTRUCTION -> oneAtATime(new OneAtATime.Instruction(sites), seed);
      case PRIORITY -> oneAtATime(new OneAtATime.Priority(), seed);
      case PARTIAL_ORDER -> oneAtATime(new OneAtATime.PartialOrder(), seed);
      case RANDOM_WALK -> oneAtATime(new OneAtATime.RandomWalk(), seed);
      case TARGETED -> {
        long drawn = ScheduledThread.mix(seed) >>> 1;
        yield BESIDE_TARGETS[(int) (drawn % BESIDE_TARGETS.length)].perturber(seed, sites);
      }
    };
  }

  /* With the thread that has its turn, as many are active as there are processors. */
  private static OneAtATime oneAtATime(OneAtATime.Policy policy, long seed) {
    int others = Runtime.getRuntime().availableProcessors() - 1;
    return new OneAtATime(policy, seed, Math.max(1, others));
  }

  /** Leaves the schedule as it is. */
  private static final class Unperturbed implements SchedulePerturber {}
}

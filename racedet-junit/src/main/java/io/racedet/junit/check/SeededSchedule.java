package io.racedet.junit.check;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.Target;

/**
 * The schedule of one repetition and the seed of its decisions.
 *
 * @param schedule the schedule
 * @param seed the seed
 * @param target the race that threads are driven into when the schedule is a targeted one
 */
public record SeededSchedule(Schedule schedule, long seed, Target target) {
  /**
   * Makes a schedule without a target.
   *
   * @param schedule the schedule
   * @param seed the seed
   */
  public SeededSchedule(Schedule schedule, long seed) {
    this(schedule, seed, Target.NONE);
  }

  /**
   * Aims at a race.
   *
   * @param race where
   * @return a targeted schedule with the same seed
   */
  SeededSchedule at(Target race) {
    return new SeededSchedule(Schedule.TARGETED, seed, race);
  }

  /**
   * Returns the value of {@code racedet.seed} that repeats this perturbation and no other.
   *
   * @return for example {@code NOISE:4711}
   */
  public String replay() {
    return schedule + ":" + seed;
  }
}

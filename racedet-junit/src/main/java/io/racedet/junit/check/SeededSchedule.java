package io.racedet.junit.check;

import io.racedet.junit.Schedule;

/**
 * The schedule of one repetition and the seed of its decisions.
 *
 * @param schedule the schedule
 * @param seed the seed
 */
public record SeededSchedule(Schedule schedule, long seed) {
  /**
   * Returns the value of {@code racedet.seed} that repeats this perturbation and no other.
   *
   * @return for example {@code NOISE:4711}
   */
  public String replay() {
    return schedule + ":" + seed;
  }
}

package io.racedet.junit.settings;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.Target;

/**
 * The schedule of one repetition and the seed of its decisions.
 *
 * @param schedule the schedule
 * @param seed the seed
 * @param target the race that threads are driven into besides
 * @param attempt decides how that is done
 * @param element index of the element of an array that is meant, negative for any variable
 * @param late position of the thread that begins only when another one is held, negative for none
 */
public record SeededSchedule(
    Schedule schedule, long seed, Target target, long attempt, int element, int late) {
  /**
   * Makes a schedule without a target.
   *
   * @param schedule the schedule
   * @param seed the seed
   */
  public SeededSchedule(Schedule schedule, long seed) {
    this(schedule, seed, Target.NONE, 0, -1, -1);
  }

  /** The same perturbation, aimed at a race. */
  public SeededSchedule at(Target race, long how, int which, int who) {
    return new SeededSchedule(schedule, seed, race, how, which, who);
  }

  /** What a report calls it. */
  public Schedule kind() {
    return target.isKnown() ? Schedule.TARGETED : schedule;
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

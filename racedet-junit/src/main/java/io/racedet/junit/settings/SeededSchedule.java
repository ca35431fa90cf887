package io.racedet.junit.settings;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.Target;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The schedule of one repetition and the seed of its decisions.
 *
 * @param target the race or deadlock that the repetition also tries to confirm
 * @param element index of the array element of the race; negative for any variable
 * @param late index of the thread that starts only when another one is held; negative for none
 */
public record SeededSchedule(
    Schedule schedule, long seed, Target target, long attempt, int element, int late) {
  private static final Pattern REPLAY = Pattern.compile("([A-Za-z_]+):(-?\\d{1,18})");

  /** Makes a schedule without a target. */
  public SeededSchedule(Schedule schedule, long seed) {
    this(schedule, seed, Target.NONE, 0, -1, -1);
  }

  /**
   * Parses what {@link #replay} returns, in upper or lower case; returns the schedule, without a
   * target; empty for any other text.
   */
  public static Optional<SeededSchedule> parse(String text) {
    Matcher matcher = REPLAY.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long seed = Long.parseLong(matcher.group(2));
    return Arrays.stream(Schedule.values())
        .filter(schedule -> schedule.name().equalsIgnoreCase(matcher.group(1)))
        .map(schedule -> new SeededSchedule(schedule, seed))
        .findFirst();
  }

  /** The same perturbation, with a race to be confirmed. */
  public SeededSchedule at(Target race, long newAttempt, int newElement, int newLate) {
    return new SeededSchedule(schedule, seed, race, newAttempt, newElement, newLate);
  }

  /** The same perturbation, with a race of any element, or a deadlock, to be confirmed. */
  public SeededSchedule at(Target newTarget, long newAttempt) {
    return at(newTarget, newAttempt, -1, -1);
  }

  /** Whether it has something to confirm. */
  public boolean isTargeted() {
    return target.isKnown();
  }

  /** The schedule that a report shows. */
  public Schedule kind() {
    return isTargeted() ? Schedule.TARGETED : schedule;
  }

  /**
   * Returns the value of {@code racedet.seed} that uses this perturbation for each repetition, for
   * example {@code NOISE:4711}.
   */
  public String replay() {
    return schedule + ":" + seed;
  }
}

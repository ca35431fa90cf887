package io.racedet.junit.grande;

import java.time.Duration;
import java.util.List;

/**
 * How often a program is run in one process.
 *
 * @param warmUps how many runs warm up
 * @param runs how many runs are timed
 * @param seconds after half of them no other warm-up begins, and after all of them no other timed
 *     run; one is always timed
 */
record Effort(int warmUps, int runs, int seconds) {
  /** The same from the arguments of a process. */
  static Effort of(List<String> arguments) {
    return new Effort(
        Integer.parseInt(arguments.get(0)),
        Integer.parseInt(arguments.get(1)),
        Integer.parseInt(arguments.get(2)));
  }

  /** The arguments of a process. */
  List<String> arguments() {
    return List.of(Integer.toString(warmUps), Integer.toString(runs), Integer.toString(seconds));
  }

  /** Whether another run should warm up, after some that took a time in all. */
  boolean wantsWarmUp(int done, Duration elapsed) {
    return done < warmUps && 2 * elapsed.toMillis() < Duration.ofSeconds(seconds).toMillis();
  }

  /** Whether another run should be timed, after some; the time includes the warm-up. */
  boolean wantsRun(int done, Duration elapsed) {
    return done == 0 || done < runs && elapsed.toSeconds() < seconds;
  }
}

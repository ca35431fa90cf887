package io.racedet.junit.settings;

import io.racedet.junit.BodyThread;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.race.Grade;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How one test is checked; every value is valid.
 *
 * @param enabled whether it is checked at all
 * @param repetitions how often at most
 * @param timeLimit for all repetitions and their analysis
 * @param hangAfter for one repetition
 * @param plan the schedules and seeds
 * @param engines names of the engines
 * @param failOn the least grade that fails the test
 * @param instrument patterns of the classes recorded, empty for the default
 * @param exclude patterns of the classes left out
 * @param maxEvents for one repetition
 * @param thread {@link BodyThread#OWN} or {@link BodyThread#SAME}
 * @param output the directory of the files that are written
 * @param baseline where accepted races are listed
 */
public record Options(
    boolean enabled,
    int repetitions,
    Duration timeLimit,
    Duration hangAfter,
    Plan plan,
    List<String> engines,
    Grade failOn,
    List<String> instrument,
    List<String> exclude,
    long maxEvents,
    BodyThread thread,
    Path output,
    BaselineSource baseline) {
  public Options {
    engines = List.copyOf(engines);
    instrument = List.copyOf(instrument);
    exclude = List.copyOf(exclude);
  }
}

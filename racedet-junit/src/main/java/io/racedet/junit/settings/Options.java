package io.racedet.junit.settings;

import io.racedet.junit.BodyThread;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.known.KnownSource;
import io.racedet.race.Grade;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How one test is checked. All values are valid.
 *
 * @param hangAfter how long one repetition may run
 * @param threadFailures whether a thread that dies of an exception fails the test
 * @param instrument patterns of the classes that are recorded; empty for the default
 * @param exclude patterns of the classes that are excluded
 * @param maxEvents the maximum number of events of one repetition, or {@link #UNLIMITED}
 * @param memory mebibytes of the records that may wait for their analysis
 * @param spill mebibytes of the file of records
 * @param thread {@link BodyThread#OWN} or {@link BodyThread#SAME}
 * @param solo whether what one thread does while it alone can act is left out
 * @param filter whether accesses of objects that one thread alone uses are left out
 * @param known where known races are listed, and whether they fail the test
 */
public record Options(
    boolean enabled,
    int repetitions,
    Duration timeLimit,
    Duration hangAfter,
    boolean threadFailures,
    boolean deadlocks,
    boolean solo,
    boolean filter,
    Plan plan,
    List<String> engines,
    Grade failOn,
    List<String> instrument,
    List<String> exclude,
    long maxEvents,
    long memory,
    long spill,
    BodyThread thread,
    Path output,
    BaselineSource baseline,
    KnownSource known) {
  /** No limit of events. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  public Options {
    engines = List.copyOf(engines);
    instrument = List.copyOf(instrument);
    exclude = List.copyOf(exclude);
  }

  /** The same with another plan. */
  Options with(Plan other) {
    return new Options(
        enabled,
        repetitions,
        timeLimit,
        hangAfter,
        threadFailures,
        deadlocks,
        solo,
        filter,
        other,
        engines,
        failOn,
        instrument,
        exclude,
        maxEvents,
        memory,
        spill,
        thread,
        output,
        baseline,
        known);
  }
}

package io.racedet.junit;

import io.racedet.junit.spi.BlockChecker;
import io.racedet.junit.spi.Services;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks a block of code for data races, in any test framework: {@link RaceFree} for what is not a
 * JUnit test. Immutable.
 *
 * <pre>{@code
 * RaceCheck.check(() -> {
 *   Account account = new Account();
 *   RaceCheck.inParallel(() -> account.deposit(1), () -> account.deposit(1));
 * });
 * RaceCheck.with().repetitions(20).instrument("com.acme").run(() -> ...);
 * }</pre>
 *
 * <p>The block must create the state that it shares: it is repeated. One block is checked at a
 * time; other threads of the process should be idle meanwhile. Settings that are not given are
 * those of the system properties {@code racedet.*}.
 */
public final class RaceCheck {
  private final Map<String, String> settings;

  private RaceCheck(Map<String, String> settings) {
    this.settings = settings;
  }

  /** A block of code that may throw. */
  @FunctionalInterface
  public interface Block {
    /**
     * Runs the block.
     *
     * @throws Throwable anything
     */
    void run() throws Throwable;
  }

  /**
   * Checks a block with the default settings.
   *
   * @param block what to repeat; whatever it throws is thrown on, as it is
   * @throws RaceFoundError when it has a race
   * @throws NotCheckedError when it could not be checked, or only in part
   * @throws TestHungError when it did not end
   */
  public static void check(Block block) {
    new RaceCheck(Map.of()).run(block);
  }

  /**
   * Runs blocks at the same time, each on a new thread, and waits for all of them. Checks nothing
   * by itself: call it inside a checked block or test.
   *
   * @param blocks what to run; the first failure is thrown on, as it is, with the others suppressed
   */
  public static void inParallel(Block... blocks) {
    Parallel.run(blocks);
  }

  /**
   * Starts from the default settings.
   *
   * @return the check
   */
  public static RaceCheck with() {
    return new RaceCheck(Map.of());
  }

  /**
   * Sets {@link RaceFree#repetitions()}.
   *
   * @param repetitions at least 1
   * @return a check with that setting
   */
  public RaceCheck repetitions(int repetitions) {
    return and("repetitions", repetitions);
  }

  /**
   * Sets {@link RaceFree#timeLimit()}.
   *
   * @param timeLimit for example {@code 2s}
   * @return a check with that setting
   */
  public RaceCheck timeLimit(String timeLimit) {
    return and("timeLimit", timeLimit);
  }

  /**
   * Sets {@link RaceFree#hangAfter()}.
   *
   * @param hangAfter for example {@code 10s}
   * @return a check with that setting
   */
  public RaceCheck hangAfter(String hangAfter) {
    return and("hangAfter", hangAfter);
  }

  /**
   * Sets {@link RaceFree#schedule()}.
   *
   * @param schedules one or more
   * @return a check with that setting
   */
  public RaceCheck schedule(Schedule... schedules) {
    return and("schedule", list(schedules));
  }

  /**
   * Sets {@link RaceFree#seed()}.
   *
   * @param seed any value
   * @return a check with that setting
   */
  public RaceCheck seed(long seed) {
    return and("seed", seed);
  }

  /**
   * Sets {@link RaceFree#engines()}.
   *
   * @param engines one or more
   * @return a check with that setting
   */
  public RaceCheck engines(String... engines) {
    return and("engines", list(engines));
  }

  /**
   * Sets {@link RaceFree#failOn()}.
   *
   * @param failOn the least grade
   * @return a check with that setting
   */
  public RaceCheck failOn(FailOn failOn) {
    return and("failOn", failOn);
  }

  /**
   * Sets {@link RaceFree#instrument()}.
   *
   * @param instrument one or more
   * @return a check with that setting
   */
  public RaceCheck instrument(String... instrument) {
    return and("instrument", list(instrument));
  }

  /**
   * Sets {@link RaceFree#exclude()}.
   *
   * @param exclude any number
   * @return a check with that setting
   */
  public RaceCheck exclude(String... exclude) {
    return and("exclude", list(exclude));
  }

  /**
   * Sets {@link RaceFree#maxEvents()}.
   *
   * @param maxEvents at least 1
   * @return a check with that setting
   */
  public RaceCheck maxEvents(long maxEvents) {
    return and("maxEvents", maxEvents);
  }

  /**
   * Sets {@link RaceFree#thread()}.
   *
   * @param thread the thread of the block
   * @return a check with that setting
   */
  public RaceCheck thread(BodyThread thread) {
    return and("thread", thread);
  }

  /**
   * Sets {@link RaceFree#baseline()}.
   *
   * @param baseline a file, or {@code write}
   * @return a check with that setting
   */
  public RaceCheck baseline(String baseline) {
    return and("baseline", baseline);
  }

  /**
   * Sets {@link RaceFree#output()}.
   *
   * @param output a folder
   * @return a check with that setting
   */
  public RaceCheck output(String output) {
    return and("output", output);
  }

  /**
   * Checks a block with these settings.
   *
   * @param block what to repeat; whatever it throws is thrown on, as it is
   * @throws IllegalArgumentException when a setting is bad
   * @throws RaceFoundError when it has a race
   * @throws NotCheckedError when it could not be checked, or only in part
   * @throws TestHungError when it did not end
   */
  public void run(Block block) {
    // A lambda's class is a member of the package that it is written in.
    Services.find(BlockChecker.class).check(settings, block.getClass(), block::run);
  }

  private RaceCheck and(String attribute, Object value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(attribute, value.toString());
    return new RaceCheck(more);
  }

  private static String list(Object[] values) {
    return Arrays.stream(values).map(Object::toString).collect(Collectors.joining(","));
  }
}

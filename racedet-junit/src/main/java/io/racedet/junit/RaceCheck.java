package io.racedet.junit;

import io.racedet.junit.spi.BlockChecker;
import io.racedet.junit.spi.Services;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks a block of code for data races in any test framework: the counterpart of {@link RaceFree}
 * for code that is not a JUnit test. Immutable.
 *
 * <pre>{@code
 * RaceCheck.check(() -> {
 *   Account account = new Account();
 *   RaceCheck.inParallel(() -> account.deposit(1), () -> account.deposit(1));
 * });
 * RaceCheck.with().repetitions(20).instrument("com.acme").run(() -> ...);
 * }</pre>
 *
 * <p>The block is repeated, so it must create the state that its threads share. Only one block is
 * checked at a time; other threads of the process should be idle during the check. Other settings
 * are taken from the system properties {@code racedet.<setting>}.
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
   * @param block the code to repeat; what it throws is rethrown unchanged
   * @throws RaceFoundError if it has a race
   * @throws NotCheckedError if it could not be checked, or only partly
   * @throws TestHungError if it did not terminate
   */
  public static void check(Block block) {
    new RaceCheck(Map.of()).run(block);
  }

  /**
   * Runs blocks concurrently, each on a new thread, and waits for all of them. Does not check
   * anything by itself: call it in a checked block or test.
   *
   * @param blocks the blocks; the first failure, in their order, is rethrown unchanged, with the
   *     others as suppressed exceptions
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
   * Sets {@link RaceFree#threadFailures()}.
   *
   * @param fail false to ignore threads that die of an exception
   * @return a check with that setting
   */
  public RaceCheck threadFailures(boolean fail) {
    return and("threadFailures", fail);
  }

  /**
   * Sets {@link RaceFree#deadlocks()}.
   *
   * @param search false not to search for deadlocks
   * @return a check with that setting
   */
  public RaceCheck deadlocks(boolean search) {
    return and("deadlocks", search);
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
   * @param failOn the lowest grade that fails the check
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
   * Sets {@link RaceFree#memory()}.
   *
   * @param mebibytes at least 1
   * @return a check with that setting
   */
  public RaceCheck memory(long mebibytes) {
    return and("memory", mebibytes);
  }

  /**
   * Sets {@link RaceFree#spill()}.
   *
   * @param mebibytes at least 1
   * @return a check with that setting
   */
  public RaceCheck spill(long mebibytes) {
    return and("spill", mebibytes);
  }

  /**
   * Sets {@link RaceFree#thread()}.
   *
   * @param thread the thread on which the block runs
   * @return a check with that setting
   */
  public RaceCheck thread(BodyThread thread) {
    return and("thread", thread);
  }

  /**
   * Sets {@link RaceFree#baseline()}.
   *
   * @param baseline a file, {@code write} or {@code write:FILE}
   * @return a check with that setting
   */
  public RaceCheck baseline(String baseline) {
    return and("baseline", baseline);
  }

  /**
   * Sets {@link RaceFree#output()}.
   *
   * @param output a directory
   * @return a check with that setting
   */
  public RaceCheck output(String output) {
    return and("output", output);
  }

  /**
   * Checks a block with these settings.
   *
   * @param block the code to repeat; what it throws is rethrown unchanged
   * @throws IllegalArgumentException if a setting is invalid
   * @throws RaceFoundError if it has a race
   * @throws NotCheckedError if it could not be checked, or only partly
   * @throws TestHungError if it did not terminate
   */
  public void run(Block block) {
    // The class of a lambda is in the package in which the lambda is written.
    Services.find(BlockChecker.class).get().check(settings, block.getClass(), block::run);
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

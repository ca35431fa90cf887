package io.racedet.junit.suites;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Counts tests and what they end with. Thread-safe: tests may run in parallel. */
final class TestWatch implements TestExecutionListener {
  private static final String RACE = "io.racedet.junit.RaceFoundError";
  private static final Pattern HEADLINE =
      Pattern.compile("^\\S+ race \\([A-Z]+\\) on .+$", Pattern.MULTILINE);

  private final LongSupplier processors;
  private final Map<String, Times> starts = new HashMap<>();
  private final Map<String, String> failures = new TreeMap<>();
  private final Map<String, Set<String>> races = new TreeMap<>();
  private int tests;
  private Times longest = new Times(0, 0);

  /** A point in time, or the difference of two: of the clock, and of the processors. */
  private record Times(long nanos, long cpuNanos) {
    Times minus(Times earlier) {
      return new Times(nanos - earlier.nanos, cpuNanos - earlier.cpuNanos);
    }
  }

  /**
   * @param processors what all threads have needed so far, in nanoseconds
   */
  TestWatch(LongSupplier processors) {
    this.processors = processors;
  }

  private Times now() {
    return new Times(System.nanoTime(), processors.getAsLong());
  }

  @Override
  public synchronized void executionStarted(TestIdentifier test) {
    starts.put(test.getUniqueId(), now());
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      tests++;
      Times took = now().minus(starts.remove(test.getUniqueId()));
      longest = took.nanos > longest.nanos ? took : longest;
    }
    if (result.getStatus() == Status.FAILED) {
      result.getThrowable().ifPresent(failure -> addFailure(name(test), failure));
    }
  }

  private void addFailure(String test, Throwable failure) {
    addRaces(test, failure);
    // The races of a test that fails by itself are suppressed exceptions of its failure.
    for (Throwable suppressed : failure.getSuppressed()) {
      addRaces(test, suppressed);
    }
    if (!isOfRaces(failure)) {
      failures.put(test, failure.toString());
    }
  }

  private void addRaces(String test, Throwable failure) {
    if (isOfRaces(failure)) {
      Matcher headline = HEADLINE.matcher(failure.getMessage());
      while (headline.find()) {
        races.computeIfAbsent(headline.group(), none -> new TreeSet<>()).add(test);
      }
    }
  }

  private static boolean isOfRaces(Throwable failure) {
    return failure.getClass().getName().equals(RACE);
  }

  private static String name(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .map(source -> source.getClassName() + '.' + test.getDisplayName())
        .orElse(test.getUniqueId());
  }

  /**
   * What was seen.
   *
   * @param nanos the time of all
   */
  synchronized Measurement measured(long nanos) {
    return new Measurement(
        nanos, processors.getAsLong(), tests, longest.nanos, longest.cpuNanos, failures, races);
  }
}

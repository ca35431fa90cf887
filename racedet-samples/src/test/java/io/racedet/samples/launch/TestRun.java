package io.racedet.samples.launch;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.racedet.junit.Schedule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test methods through the JUnit Platform, like a build tool. */
public final class TestRun implements TestExecutionListener {
  /** Tag of tests that fail by design, for another reason than a race of a {@link RaceCase}. */
  public static final String FAILING = "failing";

  /** What is found is not confirmed by further repetitions. */
  public static final Map<String, String> UNCONFIRMED =
      Map.of(
          "racedet.schedule",
          Stream.of(Schedule.values())
              .filter(schedule -> schedule != Schedule.TARGETED)
              .map(Schedule::name)
              .collect(Collectors.joining(",")));

  /** Some of each schedule. */
  private static final Map<String, String> FEW = Map.of("racedet.repetitions", "10");

  private final Consumer<Outcome> outcomes;
  private final Map<TestIdentifier, Long> started = new HashMap<>();
  private final Map<TestIdentifier, Map<String, String>> facts = new HashMap<>();

  private TestRun(Consumer<Outcome> outcomes) {
    this.outcomes = outcomes;
  }

  /** Runs all methods of the request; each outcome is passed on as soon as it is available. */
  public static void of(LauncherDiscoveryRequest request, Consumer<Outcome> outcomes) {
    LauncherFactory.create().execute(request, new TestRun(outcomes));
  }

  /** Runs one method. */
  public static Outcome of(Class<?> testClass, String method) {
    return of(testClass, method, Map.of());
  }

  /**
   * Runs one method with configuration parameters. Unless they name a folder for the report, it is
   * a new one: the end of a run reads all results that are in its folder.
   */
  public static Outcome of(Class<?> testClass, String method, Map<String, String> parameters) {
    List<Outcome> outcomes = new ArrayList<>();
    of(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectMethod(testClass, method))
            .configurationParameter("racedet.output", folder())
            .configurationParameters(parameters)
            .build(),
        outcomes::add);
    if (outcomes.size() != 1) {
      throw new IllegalStateException(
          testClass + "." + method + " gave " + outcomes + " (expected: one outcome)");
    }
    return outcomes.get(0);
  }

  private static String folder() {
    try {
      return Files.createTempDirectory(Path.of("target"), "racedet-").toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs one method, which must pass, in fewer repetitions than by default. */
  public static void passes(Class<?> testClass, String method) {
    passes(testClass, method, Map.of());
  }

  /** The same with configuration parameters. */
  public static void passes(Class<?> testClass, String method, Map<String, String> parameters) {
    Map<String, String> all = new HashMap<>(FEW);
    all.putAll(parameters);
    Outcome outcome = of(testClass, method, all);
    if (!outcome.status().equals("SUCCESSFUL")) {
      throw new AssertionError(
          testClass.getSimpleName() + "." + method + ": " + outcome.status(),
          outcome.thrown().orElse(null));
    }
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    started.put(test, System.nanoTime());
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    facts.computeIfAbsent(test, any -> new LinkedHashMap<>()).putAll(entry.getKeyValuePairs());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    if (test.isTest()) {
      outcome(test, "SKIPPED", Optional.empty());
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      outcome(test, result.getStatus().name(), result.getThrowable());
    } else {
      result.getThrowable().ifPresent(TestRun::fail);
    }
  }

  private void outcome(TestIdentifier test, String status, Optional<Throwable> thrown) {
    MethodSource source = (MethodSource) test.getSource().orElseThrow();
    Class<?> testClass = source.getJavaClass();
    long start = started.getOrDefault(test, System.nanoTime());
    outcomes.accept(
        new Outcome(
            testClass,
            source.getMethodName(),
            test.getTags().stream().map(TestTag::getName).collect(Collectors.toSet()),
            status,
            thrown,
            facts.getOrDefault(test, Map.of()),
            Duration.ofNanos(System.nanoTime() - start)));
  }

  private static void fail(Throwable failure) {
    throw new IllegalStateException("a test class could not be run", failure);
  }
}

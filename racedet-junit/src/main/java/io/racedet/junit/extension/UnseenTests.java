package io.racedet.junit.extension;

import io.racedet.junit.results.TestPart;
import io.racedet.junit.settings.FreshSeed;
import io.racedet.junit.settings.OptionsReader;
import io.racedet.junit.settings.Settings;
import io.racedet.report.Outcome;
import io.racedet.report.TestRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Finds the tests of a suite that ran unchecked although no annotation excludes them: those of
 * other engines, and those for which checks are disabled. Thread-safe: tests may run in parallel.
 */
final class UnseenTests implements TestExecutionListener {
  private final Set<String> seen = new HashSet<>();
  private final List<TestRun> unseen = new ArrayList<>();
  private Optional<TestPlan> suite = Optional.empty();

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan plan) {
    suite = Optional.of(plan).filter(SuiteListener::isSuite);
  }

  @Override
  public synchronized void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    if (entry.getKeyValuePairs().keySet().stream()
        .anyMatch(key -> key.startsWith(Settings.PREFIX))) {
      seen.add(test.getUniqueId());
    }
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (suite.isPresent() && test.isTest() && !isSeen(test)) {
      unseen.add(run(test));
    }
  }

  /** For a test factory that is excluded, the report entry belongs to the factory. */
  private boolean isSeen(TestIdentifier test) {
    Optional<TestIdentifier> each = Optional.of(test);
    while (each.isPresent() && !seen.contains(each.get().getUniqueId())) {
      each = suite.get().getParent(each.get());
    }
    return each.isPresent();
  }

  private static TestRun run(TestIdentifier test) {
    Optional<MethodSource> method =
        test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
    String engine = test.getUniqueIdObject().getEngineId().orElse("");
    return TestPart.unchecked(
        test.getUniqueId(),
        test.getDisplayName(),
        method.map(MethodSource::getClassName).orElse("of " + engine),
        Outcome.NOT_SEEN,
        List.of());
  }

  /** These tests, as a report lists them. */
  synchronized List<TestRun> all() {
    return List.copyOf(unseen);
  }

  /**
   * The folder of the report that lists them.
   *
   * @throws IllegalArgumentException if the configuration of the folder is invalid
   */
  synchronized Path output() {
    List<Settings> sources =
        suite
            .map(plan -> List.of(Settings.ofParameters(plan.getConfigurationParameters()::get)))
            .orElse(List.of());
    return new OptionsReader(sources, new FreshSeed()).output();
  }
}

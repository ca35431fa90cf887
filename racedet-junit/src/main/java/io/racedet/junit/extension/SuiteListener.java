package io.racedet.junit.extension;

import io.racedet.junit.check.SuiteOutcome;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.StringJoiner;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Has JUnit detect {@link RacedetExtension} where the configuration parameter {@code racedet.auto}
 * has all tests checked, and says at the end what has become of them. Thread-safe: JUnit reports
 * tests that run in parallel from their threads.
 */
public final class SuiteListener implements TestExecutionListener {
  private static final String DETECTION = "junit.jupiter.extensions.autodetection.";

  /* The second is known since JUnit 5.12: the other extensions on the class path stay out of it. */
  private static final Map<String, String> DETECTED =
      Map.of(
          DETECTION + "enabled", "true", DETECTION + "include", RacedetExtension.class.getName());

  private final Map<SuiteOutcome, Integer> outcomes = new EnumMap<>(SuiteOutcome.class);
  private final Set<String> seen = new HashSet<>();
  private final Properties added = new Properties();
  private boolean isSuite;
  private int unseen;

  /** Called by JUnit. */
  public SuiteListener() {}

  /** Whether all tests of a plan are checked; a bad value counts, so that the tests report it. */
  static boolean isSuite(TestPlan plan) {
    try {
      return WholeSuite.isOn(plan.getConfigurationParameters()::get);
    } catch (IllegalArgumentException bad) {
      return true;
    }
  }

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan plan) {
    isSuite = isSuite(plan);
    Optional<String> enabled = plan.getConfigurationParameters().get(DETECTION + "enabled");
    if (isSuite && enabled.isEmpty()) {
      // JUnit asks for its parameters when an engine starts, and looks among these then.
      DETECTED.forEach(this::setUnlessSet);
    }
  }

  private void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
      added.setProperty(property, value);
    }
  }

  @Override
  public synchronized void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    String outcome = entry.getKeyValuePairs().get(SuiteOutcome.KEY);
    if (outcome != null) {
      outcomes.merge(SuiteOutcome.valueOf(outcome), 1, Integer::sum);
    }
    if (entry.getKeyValuePairs().keySet().stream().anyMatch(key -> key.startsWith("racedet."))) {
      seen.add(test.getUniqueId());
    }
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest() && !seen.contains(test.getUniqueId())) {
      unseen++;
    }
  }

  @Override
  public synchronized void testPlanExecutionFinished(TestPlan plan) {
    if (isSuite) {
      System.out.println(summary());
    }
    added.keySet().forEach(property -> System.clearProperty((String) property));
    added.clear();
  }

  /** What has become of the tests, in one line. */
  String summary() {
    StringJoiner parts = new StringJoiner(", ", "racedet: ", "");
    add(parts, outcomes.getOrDefault(SuiteOutcome.CHECKED, 0), "checked");
    add(parts, outcomes.getOrDefault(SuiteOutcome.ONE_THREAD, 0), "with one thread only");
    add(parts, outcomes.getOrDefault(SuiteOutcome.NOTHING_RECORDED, 0), "recorded nothing");
    add(parts, outcomes.getOrDefault(SuiteOutcome.IN_PART, 0), "recorded in part");
    add(parts, outcomes.getOrDefault(SuiteOutcome.FAILED, 0), "failed");
    add(parts, outcomes.getOrDefault(SuiteOutcome.IGNORED, 0), "left out by @RaceIgnore");
    add(parts, unseen, "not checked (switched off, of another engine, or not started)");
    return parts.toString();
  }

  private static void add(StringJoiner parts, int tests, String what) {
    if (tests > 0 || parts.length() == "racedet: ".length()) {
      parts.add(tests + (tests == 1 ? " test " : " tests ") + what);
    }
  }
}

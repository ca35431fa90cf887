package io.racedet.junit.extension;

import io.racedet.junit.RacedetExtension;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Makes JUnit auto-detect {@link RacedetExtension} if the configuration parameter {@code
 * racedet.auto} enables the check of all tests. Thread-safe.
 */
public final class SuiteListener implements TestExecutionListener {
  private static final String DETECTION = "junit.jupiter.extensions.autodetection.";

  /* The second, supported since JUnit 5.12, excludes other extensions on the class path. */
  private static final Map<String, String> DETECTED =
      Map.of(
          DETECTION + "enabled", "true", DETECTION + "include", RacedetExtension.class.getName());

  private final Properties added = new Properties();

  /**
   * Whether all tests of a plan are checked; also if the value is invalid, so that the tests report
   * it.
   */
  static boolean isSuite(TestPlan plan) {
    try {
      return WholeSuite.isOn(plan.getConfigurationParameters()::get);
    } catch (IllegalArgumentException bad) {
      return true;
    }
  }

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan plan) {
    Optional<String> enabled = plan.getConfigurationParameters().get(DETECTION + "enabled");
    if (isSuite(plan) && enabled.isEmpty()) {
      // JUnit reads its parameters, including these properties, when an engine starts.
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
  public synchronized void testPlanExecutionFinished(TestPlan plan) {
    added.keySet().forEach(property -> System.clearProperty((String) property));
    added.clear();
  }
}

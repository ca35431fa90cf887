package io.racedet.junit.extension;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Installs the agent before the first test runs, if any test of the plan is checked: most classes
 * under test are then woven as they are loaded, and no test pays for the installation.
 */
public final class EarlyInstall implements TestExecutionListener {
  /** Called by JUnit. */
  public EarlyInstall() {}

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    boolean enabled =
        plan.getConfigurationParameters()
            .get("racedet.enabled")
            .map(value -> !value.equalsIgnoreCase("false"))
            .orElse(true);
    if (!enabled
        || !SuiteListener.isSuite(plan)
            && plan.getRoots().stream().noneMatch(root -> hasChecked(plan, root))) {
      return;
    }
    try {
      RacedetAgent.install();
    } catch (AgentUnavailable unavailable) {
      // Not for all tests to fail: the first checked one meets the same obstacle and reports it.
      return;
    }
  }

  private static boolean hasChecked(TestPlan plan, TestIdentifier root) {
    return plan.getDescendants(root).stream().anyMatch(EarlyInstall::isChecked);
  }

  private static boolean isChecked(TestIdentifier identifier) {
    Optional<MethodSource> source =
        identifier.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
    if (source.isEmpty()) {
      return false;
    }
    if (isAnnotated(source.get().getJavaMethod())) {
      return true;
    }
    for (Class<?> c = source.get().getJavaClass(); c != null; c = c.getEnclosingClass()) {
      if (isAnnotated(c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAnnotated(AnnotatedElement element) {
    return AnnotationSupport.isAnnotated(element, RaceFree.class)
        || AnnotationSupport.isAnnotated(element, ExpectRace.class);
  }
}

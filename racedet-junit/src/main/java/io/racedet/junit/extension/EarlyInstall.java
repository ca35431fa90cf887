package io.racedet.junit.extension;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.check.Recorders;
import io.racedet.junit.settings.Settings;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Installs the agent before the first test runs, if any test of the plan is checked, and weaves the
 * JDK, unless that can wait until a test starts a thread: classes under test are then woven as they
 * are loaded, threads run woven code from the start, and the time does not count against a test.
 */
public final class EarlyInstall implements TestExecutionListener {
  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    ConfigurationParameters parameters = plan.getConfigurationParameters();
    boolean enabled =
        parameters
            .get("racedet.enabled")
            .map(value -> !value.equalsIgnoreCase("false"))
            .orElse(true);
    if (enabled) {
      firstChecked(plan).ifPresent(testClass -> install(testClass, parameters));
    }
  }

  private static void install(Class<?> testClass, ConfigurationParameters parameters) {
    try {
      RacedetAgent agent = RacedetAgent.install();
      Scope scope =
          Scope.of(testClass, entries(parameters, "instrument"), entries(parameters, "exclude"));
      // Threads that start in @BeforeAll or a static initialiser may never leave the method that
      // they are in, so it must be woven before.
      if (!mayPutOff(parameters) || !Recorders.putOff(agent, scope)) {
        agent.cover(scope);
      }
    } catch (AgentUnavailable unavailable) {
      // An exception would fail all tests; the first checked test fails for the same reason and
      // reports it.
      return;
    }
  }

  private static boolean mayPutOff(ConfigurationParameters parameters) {
    try {
      return WholeSuite.isOn(parameters::get)
          && Recorders.mayPutOff(WholeSuite.options(parameters::get).next());
    } catch (IllegalArgumentException bad) {
      return false; // the first test reports it
    }
  }

  private static List<String> entries(ConfigurationParameters parameters, String attribute) {
    return parameters.get(Settings.PREFIX + attribute).stream()
        .flatMap(text -> Stream.of(text.split(",")))
        .map(String::strip)
        .filter(entry -> !entry.isEmpty())
        .toList();
  }

  private static Optional<Class<?>> firstChecked(TestPlan plan) {
    boolean all = SuiteListener.isSuite(plan);
    return plan.getRoots().stream()
        .flatMap(root -> plan.getDescendants(root).stream())
        .flatMap(test -> test.getSource().stream())
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .filter(source -> all || isChecked(source))
        .<Class<?>>map(MethodSource::getJavaClass)
        .findFirst();
  }

  private static boolean isChecked(MethodSource source) {
    if (isAnnotated(source.getJavaMethod())) {
      return true;
    }
    for (Class<?> c = source.getJavaClass(); c != null; c = c.getEnclosingClass()) {
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

package io.racedet.mutation;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.help.PitHelpError;
import org.pitest.testapi.Configuration;
import org.pitest.testapi.TestGroupConfig;
import org.pitest.testapi.TestPluginFactory;
import org.pitest.testapi.TestSuiteFinder;
import org.pitest.testapi.TestUnit;
import org.pitest.testapi.TestUnitFinder;

/**
 * Tests of the JUnit platform for pitest, each method as one test. Pitest's own plugin makes a test
 * of each invocation of a parameterized method and runs it alone, which loads all arguments for
 * each of twenty thousand.
 */
public final class MethodTests implements TestPluginFactory {
  @Override
  public String name() {
    return "methods";
  }

  @Override
  public String description() {
    return "Tests of the JUnit platform, each method as one";
  }

  @Override
  public Configuration createTestFrameworkConfiguration(
      TestGroupConfig groups,
      ClassByteArraySource source,
      Collection<String> excludedRunners,
      Collection<String> includedTestMethods) {
    return new PlatformConfiguration(groups.getExcludedGroups());
  }

  private record PlatformConfiguration(List<String> excludedTags) implements Configuration {
    @Override
    public TestUnitFinder testUnitFinder() {
      return (testClass, unused) -> units(testClass);
    }

    @Override
    public TestSuiteFinder testSuiteFinder() {
      return unused -> List.of();
    }

    @Override
    public Optional<PitHelpError> verifyEnvironment() {
      return Optional.empty();
    }

    private List<TestUnit> units(Class<?> testClass) {
      Launcher launcher = LauncherFactory.create();
      TestPlan plan =
          launcher.discover(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass(testClass))
                  .filters(TagFilter.excludeTags(excludedTags))
                  .configurationParameters(MethodTest.PARAMETERS)
                  .build());
      return plan.getRoots().stream()
          .flatMap(root -> plan.getDescendants(root).stream())
          .filter(MethodTests::isMethod)
          .<TestUnit>map(method -> new MethodTest(method.getUniqueId(), testClass))
          .toList();
    }
  }

  private static boolean isMethod(TestIdentifier identifier) {
    return identifier.getSource().filter(MethodSource.class::isInstance).isPresent();
  }
}

package io.racedet.mutation;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pitest.testapi.AbstractTestUnit;
import org.pitest.testapi.Description;
import org.pitest.testapi.ResultCollector;

/** A test method with all of its invocations, up to the first that fails. */
final class MethodTest extends AbstractTestUnit {
  /** What is reported of a failure is that it was one, so that nothing is shrunk or stored. */
  static final Map<String, String> PARAMETERS =
      Map.of(
          "junit.jupiter.extensions.autodetection.enabled", "true",
          "jqwik.shrinking.default", "OFF",
          "jqwik.failures.after.default", "SAMPLE_ONLY",
          "jqwik.database", "");

  private final String uniqueId;

  MethodTest(String uniqueId, Class<?> testClass) {
    super(new Description(uniqueId, testClass));
    this.uniqueId = uniqueId;
  }

  @Override
  public void execute(ResultCollector results) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    results.notifyStart(getDescription());
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectUniqueId(uniqueId))
                .configurationParameters(PARAMETERS)
                .build(),
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                  failure.compareAndSet(
                      null, result.getThrowable().orElseGet(() -> new AssertionError(test)));
                }
              }
            });
    if (failure.get() == null) {
      results.notifyEnd(getDescription());
    } else {
      results.notifyEnd(getDescription(), failure.get());
    }
  }
}

package io.racedet.junit.extension;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * Runs a test class like a build tool that does not put the launcher on the class path of the
 * tests; prints the outcomes.
 */
final class EngineWithoutLauncher {
  private EngineWithoutLauncher() {}

  public static void main(String[] arguments) {
    JupiterTestEngine engine = new JupiterTestEngine();
    TestDescriptor root =
        engine.discover(
            new Request(DiscoverySelectors.selectClass(arguments[0])),
            UniqueId.forEngine(engine.getId()));
    engine.execute(new ExecutionRequest(root, new Printer(), new NoParameters()));
  }

  private record Request(DiscoverySelector selector) implements EngineDiscoveryRequest {
    @Override
    public <T extends DiscoverySelector> List<T> getSelectorsByType(Class<T> type) {
      return type.isInstance(selector) ? List.of(type.cast(selector)) : List.of();
    }

    @Override
    public <T extends DiscoveryFilter<?>> List<T> getFiltersByType(Class<T> type) {
      return List.of();
    }

    @Override
    public ConfigurationParameters getConfigurationParameters() {
      return new NoParameters();
    }
  }

  private static final class NoParameters implements ConfigurationParameters {
    @Override
    public Optional<String> get(String key) {
      return Optional.empty();
    }

    @Override
    public Optional<Boolean> getBoolean(String key) {
      return Optional.empty();
    }

    @Override
    @SuppressWarnings("deprecation")
    public int size() {
      return 0;
    }

    @Override
    public Set<String> keySet() {
      return Set.of();
    }
  }

  private static final class Printer implements EngineExecutionListener {
    @Override
    public void executionFinished(TestDescriptor descriptor, TestExecutionResult result) {
      TestSource source = descriptor.getSource().orElse(null);
      if (source instanceof MethodSource method) {
        System.out.println(
            method.getMethodName()
                + ": "
                + result.getThrowable().map(Throwable::toString).orElse("passed"));
      }
    }
  }
}

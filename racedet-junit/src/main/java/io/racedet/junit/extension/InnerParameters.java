package io.racedet.junit.extension;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.ConfigurationParameters;

/** The configuration parameters of the outer run, as far as an extension can read them. */
final class InnerParameters implements ConfigurationParameters {
  private final ExtensionContext outer;

  InnerParameters(ExtensionContext outer) {
    this.outer = outer;
  }

  @Override
  public Optional<String> get(String key) {
    return outer.getConfigurationParameter(key);
  }

  @Override
  public Optional<Boolean> getBoolean(String key) {
    return get(key).map(Boolean::parseBoolean);
  }

  /** Deprecated in JUnit 5 and removed in JUnit 6; not available to an extension. */
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

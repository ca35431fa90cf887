package io.racedet.junit.extension;

import io.racedet.junit.settings.FreshSeed;
import io.racedet.junit.settings.Settings;
import io.racedet.junit.settings.SharedOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The mode in which every test is checked without an annotation. */
final class WholeSuite {
  /** The configuration parameter that enables it. */
  static final String PARAMETER = Settings.PREFIX + "auto";

  /**
   * The defaults in this mode: without an annotation, nothing states that a test is short, or that
   * it may run repeatedly or on another thread.
   */
  private static final Settings DEFAULTS =
      Settings.of(Map.of("repetitions", "1", "thread", "SAME"), PARAMETER + ": ");

  private WholeSuite() {}

  /**
   * Reads the options of all tests without an annotation.
   *
   * @param parameters the value of a configuration parameter by its name
   * @throws IllegalArgumentException if one is invalid
   */
  static SharedOptions options(Function<String, Optional<String>> parameters) {
    return SharedOptions.read(
        List.of(Settings.ofParameters(parameters), DEFAULTS), new FreshSeed());
  }

  /**
   * Returns whether the mode is enabled.
   *
   * @param parameters the value of a configuration parameter by its name
   * @throws IllegalArgumentException if the value is neither true nor false
   */
  static boolean isOn(Function<String, Optional<String>> parameters) {
    String value = parameters.apply(PARAMETER).orElse("false").strip();
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException(
          "configuration parameter " + PARAMETER + " = " + value + " (expected: true or false)");
    }
    return value.equalsIgnoreCase("true");
  }
}

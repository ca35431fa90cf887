package io.racedet.junit.extension;

import io.racedet.junit.settings.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The mode in which every test is checked without an annotation. */
final class WholeSuite {
  /** The configuration parameter that switches it on. */
  static final String PARAMETER = Settings.PREFIX + "auto";

  /**
   * What holds for its tests unless configuration parameters say otherwise: nobody has said that
   * one of them is to end soon, or that there is more than one way to run it.
   */
  static final Settings DEFAULTS =
      Settings.of(Map.of("repetitions", "1", "thread", "SAME"), PARAMETER + ": ");

  private WholeSuite() {}

  /**
   * Tells whether the mode is on.
   *
   * @param parameters the value of a configuration parameter by its name
   * @throws IllegalArgumentException when the value is neither true nor false
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

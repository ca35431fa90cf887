package io.racedet.junit.check;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The verdict on a test.
 *
 * @param failure what to throw; empty when the test passed
 * @param facts what was run, by the keys of report entries
 * @param warnings what a reader should know although the test passed
 */
public record CheckResult(
    Optional<Throwable> failure, Map<String, String> facts, List<String> warnings) {
  /**
   * Keeps its own copies.
   *
   * @param failure what to throw
   * @param facts what was run
   * @param warnings what a reader should know
   */
  public CheckResult {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    warnings = List.copyOf(warnings);
  }
}

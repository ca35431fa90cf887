package io.racedet.junit.check;

import java.util.List;

/**
 * Which classes are instrumented for a test.
 *
 * @param classes how many are
 * @param failures class and reason of each that should be but is not
 */
public record Woven(int classes, List<String> failures) {
  /**
   * Keeps its own copy of the failures.
   *
   * @param classes how many are instrumented
   * @param failures class and reason of each that is not
   */
  public Woven {
    failures = List.copyOf(failures);
  }
}

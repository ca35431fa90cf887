package io.racedet.junit.check;

import java.util.Set;

/**
 * Which of some instructions the repetitions of a test have executed.
 *
 * @param missing those that do not exist (any more) in the classes of the test
 */
public record SeenInstructions(Set<String> executed, Set<String> missing) {
  /** Nothing is known. */
  public static final SeenInstructions NONE = new SeenInstructions(Set.of(), Set.of());

  public SeenInstructions {
    executed = Set.copyOf(executed);
    missing = Set.copyOf(missing);
  }
}

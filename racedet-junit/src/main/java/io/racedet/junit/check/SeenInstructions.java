package io.racedet.junit.check;

import java.util.Set;

/**
 * What the repetitions of a test have shown of some instructions.
 *
 * @param executed those that were executed and recorded
 * @param gone those that the classes of the test do not have, or no longer
 */
public record SeenInstructions(Set<String> executed, Set<String> gone) {
  /** Nothing is known. */
  public static final SeenInstructions NONE = new SeenInstructions(Set.of(), Set.of());

  /**
   * Keeps its own copies of the sets.
   *
   * @param executed those that were executed
   * @param gone those that do not exist
   */
  public SeenInstructions {
    executed = Set.copyOf(executed);
    gone = Set.copyOf(gone);
  }
}

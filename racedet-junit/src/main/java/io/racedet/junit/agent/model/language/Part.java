package io.racedet.junit.agent.model.language;

/**
 * The part of an object that a clause concerns: one, or all from the first to the end, exclusive.
 *
 * @param end null for one part
 */
public record Part(Sum first, Sum end) {
  /**
   * A value, or the sum of two.
   *
   * @param added null if there is only one
   */
  public record Sum(Path value, Path added) {}

  /** Whether it is a range. */
  public boolean isRange() {
    return end != null;
  }
}

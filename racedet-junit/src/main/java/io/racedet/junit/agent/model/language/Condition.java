package io.racedet.junit.agent.model.language;

/**
 * When a clause applies: if a value is true, not zero or not null, or the same as another one.
 *
 * @param tester a static method of the modelled class that decides about the value, or null
 * @param other what the value must be, or null
 * @param and what must be so as well, or null
 */
public record Condition(boolean negated, Path value, String tester, Path other, Condition and) {
  /** Whether one of the values that it tests starts there. */
  public boolean isOf(Path.Root root) {
    return value.root() == root || and != null && and.isOf(root);
  }
}

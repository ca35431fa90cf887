package io.racedet.junit.stress;

/** What the trace must contain for one executed line of a generated program. */
@FunctionalInterface
interface Step {
  /**
   * Adds the events, in program order.
   *
   * @param value the value in its journal entry
   * @param success whether it succeeded
   * @param other the other value in its journal entry
   * @param events receives them
   */
  void expect(long value, boolean success, long other, Expected events);
}

package io.racedet.junit.stress;

/** What the trace must say of one line of a generated program when it has been executed. */
@FunctionalInterface
interface Step {
  /**
   * Adds the events, in program order.
   *
   * @param value the value that the journal has of it
   * @param success whether it has succeeded
   * @param other the other value that the journal has of it
   * @param events takes them
   */
  void expect(long value, boolean success, long other, Expected events);
}

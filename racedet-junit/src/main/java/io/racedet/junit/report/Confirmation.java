package io.racedet.junit.report;

/**
 * How a race was confirmed: two threads were held at its accesses at the same time.
 *
 * @param attempt number of the successful attempt, from 1; 0 for none
 * @param replay the file to reproduce it with; empty if there is none
 */
public record Confirmation(int attempt, String replay) {
  /** Not confirmed. */
  public static final Confirmation NONE = new Confirmation(0, "");
}

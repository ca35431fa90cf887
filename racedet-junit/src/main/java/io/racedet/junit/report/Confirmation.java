package io.racedet.junit.report;

/**
 * How two threads were held at the accesses of a race.
 *
 * @param attempt in which try to do so, from 1; 0 for none
 * @param replay the file that repeats it; empty when there is none
 */
public record Confirmation(int attempt, String replay) {
  /** They were not. */
  public static final Confirmation NONE = new Confirmation(0, "");
}

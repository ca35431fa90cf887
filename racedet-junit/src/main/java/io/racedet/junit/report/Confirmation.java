package io.racedet.junit.report;

import java.util.regex.Pattern;

/**
 * How a race was confirmed: two threads were held at its accesses at the same time.
 *
 * @param attempt number of the successful attempt, from 1; 0 for none
 * @param replay the file to reproduce it with; empty if there is none
 */
public record Confirmation(int attempt, String replay) {
  private static final Pattern TAKEN_APART = Pattern.compile("[^\\p{Alnum}_./:+@%,=-]");

  /** Not confirmed. */
  public static final Confirmation NONE = new Confirmation(0, "");

  /**
   * The system property that replays a file, in quotation marks where a shell would take it apart.
   */
  public static String option(String file) {
    String option = "-Dracedet.replay=" + file;
    return TAKEN_APART.matcher(file).find() ? '"' + option + '"' : option;
  }
}

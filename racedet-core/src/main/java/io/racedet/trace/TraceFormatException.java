package io.racedet.trace;

import java.io.IOException;

/** Thrown when a trace file cannot be read; says where, what was found and what was expected. */
public sealed class TraceFormatException extends IOException permits TraceLimitException {
  private static final long serialVersionUID = 1L;

  /**
   * Describes the fault and its position in the file.
   *
   * @param source the file
   * @param position where in it, for example {@code line 17}
   * @param found what was found
   * @param expected what was expected
   */
  public TraceFormatException(String source, String position, String found, String expected) {
    super(source + ": " + position + ": " + found + " (expected: " + expected + ")");
  }

  /** What is wrong with a compressed file that cannot be decompressed. */
  static String damage(IOException damage) {
    String message = damage.getMessage();
    return message != null ? message : "the end of the file";
  }
}

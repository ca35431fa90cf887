package io.racedet.trace;

import java.io.IOException;

/** A trace file that cannot be read: what, where, and what was expected. */
public final class TraceFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Describes the place and the fault.
   *
   * @param source the file
   * @param position where in it, for example {@code line 17}
   * @param found what was found
   * @param expected what was expected
   */
  public TraceFormatException(String source, String position, String found, String expected) {
    super(source + ": " + position + ": " + found + " (expected: " + expected + ")");
  }
}

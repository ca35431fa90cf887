package com.acme.logs;

import org.slf4j.Logger;

/** A library that logs by itself. */
public final class LibraryLog {
  private LibraryLog() {}

  /**
   * Logs a line.
   *
   * @param logger where
   * @param value a part of the line
   */
  public static void log(Logger logger, int value) {
    logger.info("value {}", value);
  }
}

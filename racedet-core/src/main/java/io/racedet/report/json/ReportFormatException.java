package io.racedet.report.json;

import java.io.IOException;

/** Thrown for a file that is not a report, or is one of another version. */
public final class ReportFormatException extends IOException {
  private static final long serialVersionUID = 1;

  ReportFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}

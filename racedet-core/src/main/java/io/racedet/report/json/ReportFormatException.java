package io.racedet.report.json;

import java.io.IOException;

/** A file that is no report, or one of another version. */
public final class ReportFormatException extends IOException {
  private static final long serialVersionUID = 1;

  ReportFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}

package io.racedet.report.record;

import java.io.IOException;

/** Thrown for a value of a JSON text that does not fit the record. */
public final class UnexpectedValueException extends IOException {
  private static final long serialVersionUID = 1;

  UnexpectedValueException(String message) {
    super(message);
  }
}

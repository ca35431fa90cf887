package io.racedet.report.record;

import java.io.IOException;

/** A value of a JSON text that is not what a record needs. */
public final class UnexpectedValueException extends IOException {
  private static final long serialVersionUID = 1;

  UnexpectedValueException(String message) {
    super(message);
  }
}

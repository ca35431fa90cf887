package io.racedet.junit;

/**
 * A test could not be checked, or only in part, so that its silence would prove nothing. The
 * message says what is missing and how to mend it.
 */
public final class NotCheckedError extends AssertionError {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error.
   *
   * @param message what is missing and how to mend it
   */
  public NotCheckedError(String message) {
    super(message);
  }

  /**
   * Creates the error.
   *
   * @param message what is missing and how to mend it
   * @param cause what was thrown, or null
   */
  public NotCheckedError(String message, Throwable cause) {
    super(message, cause);
  }
}

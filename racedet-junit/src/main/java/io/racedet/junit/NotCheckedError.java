package io.racedet.junit;

/**
 * Thrown when a test could not be checked, or only partly, so that finding no race would prove
 * nothing. The message says what is missing and how to fix it.
 */
public final class NotCheckedError extends AssertionError {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error.
   *
   * @param message what is missing and how to fix it
   */
  public NotCheckedError(String message) {
    super(message);
  }

  /**
   * Creates the error.
   *
   * @param message what is missing and how to fix it
   * @param cause the exception that prevented the check, or null
   */
  public NotCheckedError(String message, Throwable cause) {
    super(message, cause);
  }
}

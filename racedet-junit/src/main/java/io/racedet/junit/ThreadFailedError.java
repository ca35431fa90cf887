package io.racedet.junit;

/**
 * Thrown when a thread of a checked test died of an exception, and the test itself passed. The
 * cause is that exception.
 */
public final class ThreadFailedError extends AssertionError {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error.
   *
   * @param message which thread
   * @param cause the exception that ended it
   */
  public ThreadFailedError(String message, Throwable cause) {
    super(message, cause);
  }
}

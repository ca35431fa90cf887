package io.racedet.junit;

/**
 * Thrown when a repetition of a checked test deadlocked or did not terminate. The message contains
 * a thread dump.
 */
public final class TestHungError extends AssertionError {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error.
   *
   * @param message what hung, and a thread dump
   */
  public TestHungError(String message) {
    super(message);
  }
}

package io.racedet.junit;

/** A repetition of a checked test dead-locked or did not end; the message holds a thread dump. */
public final class TestHungError extends AssertionError {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error.
   *
   * @param message what hung, and the threads at that time
   */
  public TestHungError(String message) {
    super(message);
  }
}

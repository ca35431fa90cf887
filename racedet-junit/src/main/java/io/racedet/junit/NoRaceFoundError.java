package io.racedet.junit;

/** Thrown when no race is found in a test that expects one. */
public final class NoRaceFoundError extends AssertionError {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error.
   *
   * @param message what was run and found
   */
  public NoRaceFoundError(String message) {
    super(message);
  }
}

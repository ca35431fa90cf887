package io.racedet.junit.check;

/** Thrown in place of the body's own end when a repetition was abandoned. */
final class Hung extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param message why, and the threads at that time
   */
  Hung(String message) {
    super(message, null, false, false);
  }
}

package io.racedet.junit.check;

/** Stands for the outcome of a body that was abandoned because it hung. */
final class Hung extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param message why, and the threads at that time
   */
  Hung(String message) {
    super(message, null, false, false);
  }
}

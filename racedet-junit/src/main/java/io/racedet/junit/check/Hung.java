package io.racedet.junit.check;

/** Stands for the outcome of a body that was abandoned because it hung. */
final class Hung extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isSlow;

  /**
   * @param message why, and the threads at that time
   * @param isSlow whether it made progress when it was last seen
   */
  Hung(String message, boolean isSlow) {
    super(message, null, false, false);
    this.isSlow = isSlow;
  }

  boolean isSlow() {
    return isSlow;
  }
}

package io.racedet.junit.check;

import java.util.List;

/** Stands for the outcome of a body that was abandoned because it hung. */
final class BodyHung extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isSlow;

  /**
   * @param message why, and the threads at that time
   * @param isSlow whether it made progress when it was last seen
   */
  BodyHung(String message, boolean isSlow) {
    super(message, null, false, false);
    this.isSlow = isSlow;
  }

  /** The same with more lines of text. */
  BodyHung with(List<String> lines) {
    return lines.isEmpty()
        ? this
        : new BodyHung(
            getMessage() + "from the recording:\n  " + String.join("\n  ", lines) + "\n", isSlow);
  }

  boolean isSlow() {
    return isSlow;
  }
}

package io.racedet.junit.check;

import java.util.List;
import java.util.Map;

/** Stands for the outcome of a body that was abandoned because it hung. */
final class BodyHung extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isSlow;
  private final transient Map<Long, String> waiting;

  /**
   * @param message why, and the threads at that time
   * @param isSlow whether it made progress when it was last seen
   */
  BodyHung(String message, boolean isSlow) {
    this(message, isSlow, Map.of());
  }

  /**
   * @param waiting where threads wait for others, by their ids; empty unless all do
   */
  BodyHung(String message, boolean isSlow, Map<Long, String> waiting) {
    super(message, null, false, false);
    this.isSlow = isSlow;
    this.waiting = waiting;
  }

  /** The same with more lines of text. */
  BodyHung with(List<String> lines) {
    return lines.isEmpty()
        ? this
        : new BodyHung(
            getMessage() + "from the recording:\n  " + String.join("\n  ", lines) + "\n", isSlow);
  }

  /** Where threads wait for others, by their ids; empty unless all do. */
  Map<Long, String> waiting() {
    return waiting;
  }

  boolean isSlow() {
    return isSlow;
  }
}

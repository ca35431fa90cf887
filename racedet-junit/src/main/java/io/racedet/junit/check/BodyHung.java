package io.racedet.junit.check;

import io.racedet.junit.threads.HangText;
import java.util.Map;

/** Stands for the outcome of a body that was abandoned because it hung. */
final class BodyHung extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isSlow;
  private final transient HangText text;
  private final transient Map<Long, String> waiting;

  /**
   * @param text why, and the threads at that time
   * @param isSlow whether it made progress when it was last seen
   */
  BodyHung(HangText text, boolean isSlow) {
    this(text, isSlow, Map.of());
  }

  /**
   * @param waiting where threads wait for others, by their ids; empty unless all do
   */
  BodyHung(HangText text, boolean isSlow, Map<Long, String> waiting) {
    super(text.numbered(), null, false, false);
    this.text = text;
    this.isSlow = isSlow;
    this.waiting = waiting;
  }

  /** The same as a recording explains it. */
  BodyHung explained(String explanation) {
    return new BodyHung(HangText.of(explanation), isSlow);
  }

  /** Why, and the threads at that time. */
  HangText text() {
    return text;
  }

  /** Where threads wait for others, by their ids; empty unless all do. */
  Map<Long, String> waiting() {
    return waiting;
  }

  boolean isSlow() {
    return isSlow;
  }
}

package io.racedet.report;

import java.util.List;

/**
 * A lock that a thread of a deadlock holds.
 *
 * @param lock its name
 * @param shared whether in read mode
 * @param stack where the thread took it, innermost first; empty if before the recording
 */
public record LockHold(String lock, boolean shared, List<Frame> stack) {
  /**
   * Keeps its own copy of the stack.
   *
   * @param lock its name
   * @param shared whether in read mode
   * @param stack where the thread took it
   */
  public LockHold {
    stack = List.copyOf(stack);
  }

  /** {@return the lock with its mode: its name, which ends in {@code " (shared)"} for read mode} */
  public String text() {
    return shared ? lock + " (shared)" : lock;
  }
}

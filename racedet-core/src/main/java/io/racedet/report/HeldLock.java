package io.racedet.report;

/**
 * A lock that a thread holds.
 *
 * @param lock its name
 * @param shared whether in read mode
 * @param acquired where it was acquired; {@link Frame#UNKNOWN} if before the recording
 */
public record HeldLock(String lock, boolean shared, Frame acquired) {
  /** {@return the lock with its mode: its name, which ends in {@code " (shared)"} for read mode} */
  public String text() {
    return shared ? lock + " (shared)" : lock;
  }
}

package io.racedet.runtime.locks;

/**
 * Thrown out of a request for a lock instead of waiting forever: each thread of a deadlock is at
 * its request, and this one gives its locks back.
 */
public final class DeadlockBroken extends Error {
  private static final long serialVersionUID = 1;

  private DeadlockBroken(String message) {
    super(message);
  }

  /** Threads have been held until each was at its request, to confirm a deadlock. */
  public static DeadlockBroken driven() {
    return new DeadlockBroken(
        "racedet has driven threads into a deadlock, and ends this request for a lock to break it");
  }

  /** Threads would have waited for each other by themselves. */
  static DeadlockBroken observed() {
    return new DeadlockBroken(
        "this request for a lock completes a deadlock, and racedet ends it so that no thread waits"
            + " forever");
  }
}

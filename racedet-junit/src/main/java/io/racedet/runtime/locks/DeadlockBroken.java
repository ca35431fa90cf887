package io.racedet.runtime.locks;

/**
 * Thrown out of a request for a lock instead of waiting for ever: the threads of a dead-lock have
 * been caught at their requests, and this one gives its locks back. Only where a repetition is to
 * confirm a dead-lock.
 */
public final class DeadlockBroken extends Error {
  private static final long serialVersionUID = 1;

  DeadlockBroken() {
    super(
        "racedet has driven threads into a dead-lock, and ends this request for a lock to break it");
  }
}

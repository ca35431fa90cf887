package io.racedet.runtime;

/**
 * When threads were woken, in recordings and between them. A thread that has been woken looks like
 * one that waits, until it has got a processor. Times are those of {@link System#nanoTime}.
 * Thread-safe.
 */
final class WakeUps {
  private static final long MIN_NANOS = 20_000_000;

  private volatile long last;
  private volatile long begun;
  private volatile long begunBefore;

  /** Knows of no wake-up before a time. */
  WakeUps(long now) {
    last = now;
    begun = now;
    begunBefore = now;
  }

  /** A thread is being woken, or may be. */
  void seen(long now) {
    last = now;
  }

  /** When the last one was seen. */
  long last() {
    return last;
  }

  /** A recording begins. */
  void begin(long now) {
    begunBefore = begun;
    begun = now;
  }

  /**
   * Whether all threads that were woken have gone on since, in all likelihood: there was no wake-up
   * since the recording before this one began, nor for a while.
   */
  boolean areOver(long now) {
    long latest = last;
    return latest - begunBefore < 0 && now - latest > MIN_NANOS;
  }
}

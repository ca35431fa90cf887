package io.racedet.runtime;

/**
 * When data accesses were last recorded, or began to be. Whether they are is a constant to the
 * compiler, which should not be turned for each test. Times are those of {@link System#nanoTime}.
 * Thread-safe.
 */
final class DataUses {
  private final long nanos;
  private volatile boolean isSeen;
  private volatile long last;

  /** They are over when there was none for so many nanoseconds. */
  DataUses(long nanos) {
    this.nanos = nanos;
  }

  /** Accesses are being recorded. */
  void seen(long now) {
    last = now;
    isSeen = true;
  }

  /** Whether there was none for a while. */
  boolean areOver(long now) {
    return !isSeen || now - last > nanos;
  }
}

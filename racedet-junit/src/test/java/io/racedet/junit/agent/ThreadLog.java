package io.racedet.junit.agent;

/** Replaces the state of a thread, which woven code gets from one hook and passes to others. */
public final class ThreadLog {
  static final ThreadLog ONLY = new ThreadLog();

  private ThreadLog() {}

  /** Fails unless it is what a method has got when it began, or null before that. */
  static void check(ThreadLog passed) {
    if (passed != null && passed != ONLY) {
      throw new IllegalStateException("another state of a thread");
    }
  }
}

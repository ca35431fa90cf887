package io.racedet.runtime;

import io.racedet.runtime.calls.StartListener;

/** What the JDK calls first where it lets a thread go on, in recordings and between them. */
public final class ThreadStarts {
  private ThreadStarts() {}

  /** The current thread is about to start another one, or to let one go on. */
  public static void starting(Thread thread) {
    StartListener listener = Registry.services.starts;
    if (listener != null) {
      listener.starting(thread);
    }
  }
}

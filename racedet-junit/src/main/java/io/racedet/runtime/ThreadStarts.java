package io.racedet.runtime;

import io.racedet.runtime.calls.StartListener;

/** What the JDK calls first where it starts a thread, in recordings and between them. */
public final class ThreadStarts {
  private ThreadStarts() {}

  /** The current thread is about to start another one, or itself to let another one go on. */
  public static void starting(Thread thread) {
    StartListener listener = Registry.services.starts;
    if (listener != null) {
      listener.starting(thread);
    }
  }
}

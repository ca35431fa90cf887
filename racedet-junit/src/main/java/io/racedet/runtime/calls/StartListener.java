package io.racedet.runtime.calls;

/** Is told of each thread before it starts. Implemented by the agent. */
public interface StartListener {
  /**
   * The current thread is about to start another one, which cannot do anything yet, or to let one
   * go on.
   *
   * @param thread the other one, or the current one for itself; null if it is not known
   */
  void starting(Thread thread);
}

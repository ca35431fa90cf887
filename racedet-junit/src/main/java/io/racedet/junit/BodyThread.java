package io.racedet.junit;

/** The thread on which a repetition runs, including its lifecycle methods. */
public enum BodyThread {
  /**
   * Not set here: {@link #OWN} unless the annotation of a class or a configuration parameter sets
   * it.
   */
  DEFAULT,
  /**
   * A thread of its own, so that a hung repetition can be abandoned. All repetitions of a test
   * share it, but a repetition that leaves threads behind is followed by a new one. It inherits
   * inheritable thread-local variables and the context class loader, and is a daemon if the
   * runner's thread is one.
   */
  OWN,
  /** The thread of the test runner. A repetition that hangs then blocks the runner. */
  SAME
}

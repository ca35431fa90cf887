package io.racedet.junit;

/** The thread on which a repetition runs, including its lifecycle methods. */
public enum BodyThread {
  /**
   * Not set here: {@link #OWN} unless the annotation of a class or a configuration parameter sets
   * it.
   */
  DEFAULT,
  /**
   * A thread of its own, so that a repetition that hangs can be abandoned: the same for all
   * repetitions of a test, but a new one after each that has left threads behind. It inherits
   * inheritable thread-local variables and the context class loader, and is a daemon if the
   * runner's thread is one.
   */
  OWN,
  /** The thread of the test runner. A repetition that hangs then blocks the runner. */
  SAME
}

package io.racedet.junit;

/** The thread on which a repetition runs, including its lifecycle methods. */
public enum BodyThread {
  /**
   * Not set here: {@link #OWN} unless the annotation of a class or a configuration parameter sets
   * it.
   */
  DEFAULT,
  /**
   * A new daemon thread for each repetition, so that a repetition that hangs can be abandoned. It
   * inherits inheritable thread-local variables and the context class loader.
   */
  OWN,
  /** The thread of the test runner. A repetition that hangs then blocks the runner. */
  SAME
}

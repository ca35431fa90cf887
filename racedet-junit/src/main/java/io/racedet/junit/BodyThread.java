package io.racedet.junit;

/** The thread on which a repetition runs, its life cycle methods included. */
public enum BodyThread {
  /** Not set: {@link #OWN} unless the class or a configuration parameter says otherwise. */
  DEFAULT,
  /**
   * A new daemon thread for each repetition, which inherits inheritable thread locals and the
   * context class loader: a repetition that hangs can be abandoned.
   */
  OWN,
  /** The thread of the test runner. A repetition that hangs then hangs the runner. */
  SAME
}

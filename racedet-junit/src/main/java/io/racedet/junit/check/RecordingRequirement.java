package io.racedet.junit.check;

/** What the recordings of a test must contain for the absence of races to mean anything. */
public enum RecordingRequirement {
  /** Complete recordings with accesses: the check of this very test was requested. */
  FULL,
  /** The same, but a run without any access is only a warning: it is one invocation of many. */
  ONE_OF_MANY,
  /**
   * Nothing: the test is checked with all others of its suite, many of which touch no class under
   * test or start no thread. Tests without accesses are counted.
   */
  COUNTED
}

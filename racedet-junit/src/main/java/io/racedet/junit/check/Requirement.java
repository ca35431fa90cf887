package io.racedet.junit.check;

/** What the recordings of a test must show for its silence to count. */
public enum Requirement {
  /** Whole recordings of accesses: somebody has asked for just this test. */
  FULL,
  /** The same, but a run without any access is only worth a warning: it is one case of many. */
  ONE_OF_MANY,
  /**
   * Nothing: the test is checked with all others of its suite, many of which touch no class under
   * test or start no thread. What is missing is counted.
   */
  COUNTED
}

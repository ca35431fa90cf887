package io.racedet.report;

/** The outcome of a test. If a test ran more than once, the last of these constants counts. */
public enum Outcome {
  /**
   * All tests were to be checked, but this one was not seen, for example because another test
   * engine ran it.
   */
  NOT_SEEN,
  /** It was run unchecked because of an annotation. */
  IGNORED,
  /** It passed, but accessed no class under test. */
  NOTHING_RECORDED,
  /** It passed, but only one of its threads accessed classes under test. */
  ONE_THREAD,
  /** It passed; any races are below its threshold, accepted or expected. */
  PASSED,
  /** It passed, but was only partly recorded. */
  IN_PART,
  /** It failed because of a race, or because an expected one was not found. */
  RACES,
  /** It failed for a reason other than a race. */
  FAILED,
  /** It could not be checked. */
  NOT_CHECKED
}

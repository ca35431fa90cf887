package io.racedet.report;

/** How a test ended. Of a test that ran more than once, the last one of these counts. */
public enum Outcome {
  /** All tests were to be checked, but this one was not seen: it is of another test engine, say. */
  NOT_SEEN,
  /** It was run unchecked, because an annotation asks for it. */
  IGNORED,
  /** It passed, but touched no class under test. */
  NOTHING_RECORDED,
  /** It passed, but only one of its threads touched classes under test. */
  ONE_THREAD,
  /** It passed; races that were found are below its threshold, or accepted, or expected. */
  PASSED,
  /** It passed, but was recorded in part only. */
  IN_PART,
  /** It failed because of a race, or because an expected one was not found. */
  RACES,
  /** It failed for another reason. */
  FAILED,
  /** It was not really checked. */
  NOT_CHECKED
}

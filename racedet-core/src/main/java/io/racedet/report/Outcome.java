package io.racedet.report;

/** How a test ended, the best first. */
public enum Outcome {
  /** It passed; races that were found are below its threshold, or accepted, or expected. */
  PASSED,
  /** It failed because of a race, or because an expected one was not found. */
  RACES,
  /** It failed for another reason. */
  FAILED,
  /** It was not really checked. */
  NOT_CHECKED
}

package io.racedet.junit.grande;

/** What the runs of a program are good for. */
enum Outcome {
  /** The program computed what it should, and where it was checked, it was so completely. */
  COMPLETE,
  /** The program was right, but the check ended without a verdict, or saw only a part. */
  NOT_CHECKED,
  /** The program did not end, or computed something else. */
  FAILED
}

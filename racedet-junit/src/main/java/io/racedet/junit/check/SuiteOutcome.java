package io.racedet.junit.check;

/** What became of one test of a suite that is checked as a whole. */
public enum SuiteOutcome {
  /** Several threads touched classes under test, and no race was found. */
  CHECKED,
  /** Only one thread touched classes under test. */
  ONE_THREAD,
  /** No class under test was touched. */
  NOTHING_RECORDED,
  /** No race in what was recorded, but the recording was cut or damaged. */
  IN_PART,
  /** It failed, because of a race or by itself. */
  FAILED,
  /** It was run unchecked: the annotation {@link io.racedet.junit.RaceIgnore} asks for it. */
  IGNORED;

  /** The key under which a test publishes its outcome as a report entry. */
  public static final String KEY = "racedet.suite";

  static SuiteOutcome of(Tally tally) {
    if (tally.isDecided()) {
      return FAILED;
    }
    if (tally.truncated() + tally.damaged() > 0) {
      return IN_PART;
    }
    if (tally.accesses() == 0) {
      return NOTHING_RECORDED;
    }
    return tally.threads() < 2 ? ONE_THREAD : CHECKED;
  }
}

package io.racedet.junit.check;

/** What is checked: one run of a test with its life cycle, or of a block. */
@FunctionalInterface
public interface Body {
  /**
   * Runs once.
   *
   * @param repetition begins and ends the recording around the code of the test
   * @throws Throwable what the test throws
   */
  void run(Repetition repetition) throws Throwable;
}

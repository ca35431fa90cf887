package io.racedet.junit.check;

/** The code that is checked: a test with its life cycle, or a block. */
@FunctionalInterface
public interface Body {
  /**
   * Runs once.
   *
   * @param repetition used to begin and end the recording around the code of the test
   * @throws Throwable what the test throws
   */
  void run(Repetition repetition) throws Throwable;
}

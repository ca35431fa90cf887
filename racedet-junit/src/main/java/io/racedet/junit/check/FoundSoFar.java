package io.racedet.junit.check;

/**
 * Keeps what a check has found that fails the test, in case that the JVM ends in a later
 * repetition. Not thread-safe.
 */
final class FoundSoFar {
  private final CheckState check;
  private int kept; // findings

  FoundSoFar(CheckState check) {
    this.check = check;
  }

  /** Keeps it, if there is more than before. */
  void keep() {
    RepetitionResults results = check.results();
    int found = results.decisive().size() + results.deadlocks().decisive().size();
    if (found > kept && check.expectation() instanceof Expectation.NoRace) {
      kept = found;
      check
          .keeper()
          .accept(new TestReport(check, new KnownOfTest(check), new FindingAdvice(check)).soFar());
    }
  }
}

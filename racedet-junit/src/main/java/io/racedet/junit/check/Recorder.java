package io.racedet.junit.check;

import io.racedet.junit.agent.Coverage;

/** Records what instrumented code does; one recording at a time. */
public interface Recorder {
  /**
   * Starts a recording.
   *
   * @param perturbation how threads are perturbed until it ends
   * @return the running recording
   */
  Tape start(SeededSchedule perturbation);

  /**
   * Returns which classes of the test are instrumented by now.
   *
   * @return how many, and the failures
   */
  Coverage coverage();

  /**
   * Returns how many instrumented classes an entry of {@code instrument} matches by now.
   *
   * @param entry a package, a class or {@code group:artifact}
   * @return the number
   */
  int matches(String entry);

  /** A running recording. */
  @FunctionalInterface
  interface Tape {
    /**
     * Ends the recording, also when threads of the test still run.
     *
     * @return gives what was seen; the work of analysis is done when it is asked for
     */
    Footage stop();
  }

  /** A recording that has ended. */
  @FunctionalInterface
  interface Footage {
    /**
     * Analyses the recording.
     *
     * @return what was seen
     */
    Observation analyse();
  }
}

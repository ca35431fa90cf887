package io.racedet.junit.check;

/** Records what instrumented code does; one recording at a time. */
public interface Recorder {
  /**
   * Starts a recording.
   *
   * @param perturbation how threads are perturbed until it ends
   * @return the running recording
   */
  Tape start(Perturbation perturbation);

  /**
   * Returns which classes are instrumented by now.
   *
   * @return the classes and the failures
   */
  Woven woven();

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

package io.racedet.samples;

/** A small concurrent program. One instance is good for one run. */
@FunctionalInterface
public interface Subject {
  /**
   * Runs the program to its end, on as many threads as it takes.
   *
   * @throws Exception if one of the threads ended with it
   */
  void run() throws Exception;
}

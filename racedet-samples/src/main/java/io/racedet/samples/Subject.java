package io.racedet.samples;

/** A small concurrent program. An instance is used for one run. */
@FunctionalInterface
public interface Subject {
  /**
   * Runs the program to completion, on as many threads as it needs.
   *
   * @throws Exception if one of the threads threw it
   */
  void run() throws Exception;
}

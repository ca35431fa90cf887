package io.racedet.junit.forced;

/** What a generated class does. */
@FunctionalInterface
public interface ForcedProgram {
  /**
   * Runs one of its threads.
   *
   * @param thread its number; 0 is the one that acts first
   * @param turns when it takes its steps
   * @param crew the other threads
   * @throws Exception if the program fails
   */
  void run(int thread, Turns turns, Crew crew) throws Exception;
}

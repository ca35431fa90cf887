package io.racedet.junit.stress;

/** What a generated class does. */
@FunctionalInterface
public interface Program {
  /**
   * Runs one of its threads.
   *
   * @param thread its number
   * @param world what the threads share
   * @param journal records what the thread does
   * @throws Exception if the program fails
   */
  void run(int thread, World world, Journal journal) throws Exception;
}

package io.racedet.samples.library;

import io.racedet.junit.RaceCheck;

/** Threads that do the same work concurrently, each with a number. */
final class Crew {
  private Crew() {}

  /** What a member of the crew does. */
  interface Work {
    /**
     * Does the work.
     *
     * @param number from 0 on
     */
    void run(int number) throws Throwable;
  }

  /** Runs the work on the given number of new threads, and waits for all of them. */
  static void of(int threads, Work work) {
    RaceCheck.Block[] blocks = new RaceCheck.Block[threads];
    for (int i = 0; i < threads; i++) {
      int number = i;
      blocks[i] = () -> work.run(number);
    }
    RaceCheck.inParallel(blocks);
  }
}

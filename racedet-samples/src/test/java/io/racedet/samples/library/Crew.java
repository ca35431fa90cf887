package io.racedet.samples.library;

import io.racedet.junit.RaceCheck;

/** Threads that do the same work at the same time, each knowing its number. */
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

  /** Runs the work on so many new threads, and waits for all of them. */
  static void of(int threads, Work work) {
    RaceCheck.Block[] blocks = new RaceCheck.Block[threads];
    for (int i = 0; i < threads; i++) {
      int number = i;
      blocks[i] = () -> work.run(number);
    }
    RaceCheck.inParallel(blocks);
  }
}

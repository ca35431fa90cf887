package io.racedet.engine;

/** Takes the pairs of accesses that the PWR relation leaves unordered and no lock protects. */
@FunctionalInterface
interface PwrPairs {
  void pair(
      int variable,
      long firstTime,
      long firstSite,
      boolean firstWrites,
      long secondTime,
      long secondSite,
      boolean secondWrites,
      boolean observed);
}

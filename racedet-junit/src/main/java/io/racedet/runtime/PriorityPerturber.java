package io.racedet.runtime;

import io.racedet.runtime.memory.Pace;

/*
 * [1] Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic
 * guarantees of finding bugs", ASPLOS 2010. There one thread runs at a time; here a thread of lower
 * priority waits for a bounded time at its points, which gives up the guarantee but cannot deadlock.
 */

/**
 * Random priorities that change at random points: of the threads that could run, the one with the
 * highest priority runs alone, for a bounded time.
 */
final class PriorityPerturber implements SchedulePerturber {
  private final BoundedWait waits = new BoundedWait();
  private final int gap;

  PriorityPerturber(long seed) {
    gap = 1 << (int) (Pace.mix(seed) >>> 61);
  }

  @Override
  public void syncPoint(ThreadBuffer self, ThreadTable threads) {
    Pace pace = self.pace;
    pace.step();
    if (--pace.untilChange == 0) {
      pace.demote();
    }
    waits.awaitHigherPriorities(self, threads);
  }

  @Override
  public int accessPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
    syncPoint(self, threads);
    return self.pace.allowance <= 0 ? Integer.MAX_VALUE : self.pace.random(2 * gap);
  }
}

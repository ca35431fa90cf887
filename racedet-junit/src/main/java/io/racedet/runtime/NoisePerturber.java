package io.racedet.runtime;

/**
 * Random delays. Each recording draws its kind of noise from the seed: rare or frequent yields and
 * pauses, or hand-offs, in which a thread waits until another one has moved, so that two threads
 * take turns step by step.
 */
final class NoisePerturber implements SchedulePerturber {
  /* Per kind of noise: percent of sync points that act; longest pause in nanoseconds, 0 to hand
   * over; mean number of data accesses between points, negative for none. */
  private static final int[][] KINDS = {
    {30, 1, 64},
    {40, 100_000, 256},
    {100, 0, -1},
    {100, 0, -1},
    {100, 0, 0},
    {100, 0, 2},
    {100, 0, 16},
    {60, 0, 4},
  };

  private final int percent;
  private final int longestPause;
  private final int gap;

  NoisePerturber(long seed) {
    int[] kind = KINDS[(int) (Pace.mix(seed) >>> 61)];
    percent = kind[0];
    longestPause = kind[1];
    gap = kind[2];
  }

  @Override
  public void syncPoint(ThreadBuffer self, ThreadTable threads) {
    Pace pace = self.pace;
    if (!goesFirst(pace)) {
      disturb(self, threads, pace.random(100) < percent);
    }
  }

  /* Two threads that take turns do so in the order in which they meet. Both orders are of use, so a
   * new thread sometimes takes its first turn before it counts as met. */
  private boolean goesFirst(Pace pace) {
    return longestPause == 0 && pace.begin() && pace.random(2) == 0;
  }

  @Override
  public int accessPoint(ThreadBuffer self, ThreadTable threads) {
    disturb(self, threads, gap >= 0);
    return gap < 0 ? Integer.MAX_VALUE : self.pace.random(2 * gap + 1);
  }

  private void disturb(ThreadBuffer self, ThreadTable threads, boolean acts) {
    if (acts && longestPause == 0) {
      Patience.handOver(self, threads);
    } else {
      self.pace.step();
      if (acts && self.pace.allowance > 0) {
        Patience.pause(self.pace, self.pace.random(longestPause));
      }
    }
  }
}

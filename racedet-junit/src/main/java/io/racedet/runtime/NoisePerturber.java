package io.racedet.runtime;

/**
 * Random delays. Each recording draws its kind of noise from the seed: rare or frequent yields and
 * pauses, or hand-offs, in which a thread waits until another one has moved, so that two threads
 * take turns step by step.
 */
final class NoisePerturber implements SchedulePerturber {
  private static final long HAND_OFF_NANOS = 200_000L;

  /* Per kind of noise: percent of sync points that act; longest pause in nanoseconds, 0 to hand
   * over; mean number of data accesses between points, negative for none. */
  private static final int[][] KINDS = {
    {30, 1, 64},
    {50, 20_000, 256},
    {20, 100_000, 1024},
    {100, 0, -1},
    {100, 0, -1},
    {100, 0, 0},
    {75, 0, 2},
    {50, 0, 8},
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
    self.pace.step();
    if (self.pace.random(100) < percent) {
      disturb(self, threads);
    }
  }

  @Override
  public int accessPoint(ThreadBuffer self, ThreadTable threads) {
    self.pace.step();
    if (gap < 0) {
      return Integer.MAX_VALUE;
    }
    disturb(self, threads);
    return self.pace.random(2 * gap + 1);
  }

  private void disturb(ThreadBuffer self, ThreadTable threads) {
    if (longestPause == 0) {
      Patience.await(self, threads, false, HAND_OFF_NANOS);
    } else if (self.pace.allowance > 0) {
      Patience.pause(self.pace, self.pace.random(longestPause));
    }
  }
}

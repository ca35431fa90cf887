package io.racedet.runtime.schedule;

/**
 * Random delays. Each recording draws its kind of noise from the seed: rare or frequent yields and
 * pauses, or hand-offs, in which a thread waits until another one has moved, so that two threads
 * take turns step by step.
 */
final class NoisePerturber implements SchedulePerturber {
  /* Per kind of noise: percentage of sync points that have an effect; longest pause in nanoseconds,
   * 0 for a hand-off; mean number of data accesses between points, negative for none. */
  private static final int[][] KINDS = {
    {30, 1, 64},
    {40, 50_000, 256},
    {100, 0, -1},
    {100, 0, -1},
    {100, 0, 0},
    {100, 0, 2},
    {100, 0, 16},
    {100, 0, 4},
  };

  private static final int MAX_STEPS_AHEAD = 3;

  /** Mean number of points at effects of modelled calls, two for each, between pauses. */
  private static final int EFFECTS_PER_PAUSE = 16;

  private static final int MAX_EFFECT_PAUSE = 20_000;

  private final BoundedWait waits = new BoundedWait();
  private final int percent;
  private final int longestPause;
  private final int gap;
  private final boolean meets;

  NoisePerturber(long seed) {
    long bits = ScheduledThread.mix(seed);
    int[] kind = KINDS[(int) (bits >>> 61)];
    percent = kind[0];
    longestPause = kind[1];
    gap = kind[2];
    meets = (bits & 3) != 0;
  }

  @Override
  public void syncPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    if (!begins(self, threads)) {
      disturb(self, threads, self.random(100) < percent);
    }
  }

  @Override
  public void effectPoint(ScheduledThread self) {
    if (self.allowance > 0 && self.random(EFFECTS_PER_PAUSE) == 0) {
      BoundedWait.spin(self, self.random(MAX_EFFECT_PAUSE));
    }
  }

  @Override
  public int accessPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    if (!begins(self, threads)) {
      disturb(self, threads, gap >= 0);
    }
    boolean over = gap < 0 || self.allowance <= 0;
    return over ? Integer.MAX_VALUE : self.random(2 * gap + 1);
  }

  /* Threads that take turns keep the phase in which they started. So the phase is random too: new
   * threads either wait for those that are started with them and begin in a random order, or let the
   * others go some steps ahead. */
  private boolean begins(ScheduledThread self, ScheduledThreads threads) {
    if (longestPause != 0 || !self.begin()) {
      return false;
    }
    if (meets) {
      waits.meet(self, threads);
    } else {
      for (int ahead = self.random(MAX_STEPS_AHEAD + 1); ahead > 0; ahead--) {
        waits.handOver(self, threads);
      }
    }
    return true;
  }

  private void disturb(ScheduledThread self, ScheduledThreads threads, boolean acts) {
    if (acts && longestPause == 0) {
      waits.handOver(self, threads);
    } else {
      self.step();
      if (acts && self.allowance > 0) {
        waits.pause(self, self.random(longestPause));
      }
    }
  }
}

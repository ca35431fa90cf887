package io.racedet.junit.truth.raw;

import java.util.Arrays;

/** A vector clock that grows; not thread-safe. */
public final class RawClock {
  private int[] times = new int[8];

  /** Creates the clock of nothing. */
  public RawClock() {}

  /** Joins another clock, or nothing for null. */
  public void join(RawClock other) {
    if (other == null) {
      return;
    }
    reach(other.times.length);
    for (int i = 0; i < other.times.length; i++) {
      if (other.times[i] > times[i]) {
        times[i] = other.times[i];
      }
    }
  }

  /** Advances the time of a thread. */
  public void tick(int thread) {
    reach(thread + 1);
    times[thread]++;
  }

  /** The time of a thread. */
  public int time(int thread) {
    return thread < times.length ? times[thread] : 0;
  }

  /** An independent clock with the same times. */
  public RawClock copy() {
    RawClock copy = new RawClock();
    copy.times = times.clone();
    return copy;
  }

  private void reach(int threads) {
    if (times.length < threads) {
      times = Arrays.copyOf(times, Math.max(threads, 2 * times.length));
    }
  }
}

package io.racedet.engine;

import java.util.Arrays;

/**
 * The clocks of all threads under one partial order.
 *
 * <p>An event's time is its index in the trace, so time needs no stepping and an event is before a
 * thread's present iff the thread knows the event's thread up to that time. A clock given out is
 * shared, not copied, until its thread learns something new.
 */
final class PwrClocks {
  private static final long[] NOTHING = {};
  private static final int INITIAL_THREADS = 16;

  private long[][] known = new long[INITIAL_THREADS][]; // known[t][u]: newest known event of u
  private boolean[] givenOut = new boolean[INITIAL_THREADS];
  private long[] lastGiven = new long[INITIAL_THREADS];

  void ensureThread(int thread) {
    if (thread >= known.length) {
      int capacity = Math.max(thread + 1, known.length + (known.length >> 1));
      known = Arrays.copyOf(known, capacity);
      givenOut = Arrays.copyOf(givenOut, capacity);
      lastGiven = Arrays.copyOf(lastGiven, capacity);
    }
    if (known[thread] == null) {
      known[thread] = NOTHING;
      givenOut[thread] = true;
    }
  }

  /** The newest event of {@code other} that is before the thread's present, 0 for none. */
  long known(int thread, int other) {
    long[] mine = known[thread];
    return other < mine.length ? mine[other] : 0;
  }

  /** What the thread knows of others; its own slot and missing slots mean nothing. Read only. */
  long[] clock(int thread) {
    return known[thread];
  }

  /** The clock of the thread's event at a time, never changed afterwards. Its own slot is void. */
  long[] give(int thread, long time) {
    givenOut[thread] = true;
    lastGiven[thread] = time;
    return known[thread];
  }

  /** The newest event of the thread whose clock was given out: others can know no newer one. */
  long lastGiven(int thread) {
    return lastGiven[thread];
  }

  /**
   * Puts the event of {@code other} at {@code time}, whose clock was {@code clock}, before the
   * thread's present.
   *
   * @return whether that is new to the thread
   */
  boolean join(int thread, int other, long time, long[] clock) {
    if (other == thread || known(thread, other) >= time) {
      return false;
    }
    long[] mine = writable(thread, Math.max(other + 1, clock.length));
    for (int u = 0; u < clock.length; u++) {
      if (mine[u] < clock[u]) {
        mine[u] = clock[u];
      }
    }
    mine[other] = time;
    return true;
  }

  private long[] writable(int thread, int length) {
    long[] mine = known[thread];
    if (givenOut[thread] || mine.length < length) {
      mine = Arrays.copyOf(mine, Math.max(mine.length, length));
      known[thread] = mine;
      givenOut[thread] = false;
    }
    return mine;
  }
}

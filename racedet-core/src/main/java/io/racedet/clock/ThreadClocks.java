package io.racedet.clock;

import java.util.Arrays;

/**
 * The clocks of all threads under one partial order.
 *
 * <p>An event's time is its index in the trace, so time needs no stepping and an event is before a
 * thread's present iff the thread knows the event's thread up to that time. A clock given out is
 * shared, not copied, until its thread learns something new. A join costs O(T) for T threads.
 *
 * <p>Not thread-safe.
 */
public final class ThreadClocks {
  private static final long[] NOTHING = {};
  private static final int INITIAL_THREADS = 16;

  private long[][] known = filled(new long[INITIAL_THREADS][], 0); // known[t][u]: newest of u
  private boolean[] givenOut = new boolean[INITIAL_THREADS];

  /** Starts with no event ordered before another thread's. */
  public ThreadClocks() {}

  /**
   * Returns the newest event of one thread that is before another one's present.
   *
   * @param thread the thread whose present it is
   * @param other the other thread
   * @return the event's index, 0 for none; meaningless for a thread and itself
   */
  public long known(int thread, int other) {
    long[] mine = clock(thread);
    return other < mine.length ? mine[other] : 0;
  }

  /**
   * Returns what a thread knows of others.
   *
   * @param thread the thread
   * @return by thread, missing slots meaning 0, its own slot meaning nothing; read only, and only
   *     until the thread's clock moves
   */
  public long[] clock(int thread) {
    return thread < known.length ? known[thread] : NOTHING;
  }

  /**
   * Returns a thread's clock for keeping: it never changes afterwards.
   *
   * @param thread the thread
   * @return as {@link #clock}
   */
  public long[] give(int thread) {
    ensureThread(thread);
    givenOut[thread] = true;
    return known[thread];
  }

  /**
   * Puts an event before a thread's present.
   *
   * @param thread the thread
   * @param other the thread of the event
   * @param time the event's index
   * @param clock the clock of the other thread at the event
   * @return whether that is new to the thread
   */
  public boolean join(int thread, int other, long time, long[] clock) {
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
    ensureThread(thread);
    long[] mine = known[thread];
    if (givenOut[thread] || mine.length < length) {
      mine = Arrays.copyOf(mine, Math.max(mine.length, length));
      known[thread] = mine;
      givenOut[thread] = false;
    }
    return mine;
  }

  private void ensureThread(int thread) {
    int threads = known.length;
    if (thread >= threads) {
      int capacity = Math.max(thread + 1, threads + (threads >> 1));
      known = filled(Arrays.copyOf(known, capacity), threads);
      givenOut = Arrays.copyOf(givenOut, capacity);
    }
  }

  private static long[][] filled(long[][] clocks, int from) {
    Arrays.fill(clocks, from, clocks.length, NOTHING);
    return clocks;
  }
}

package io.racedet.clock;

import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/**
 * The clocks of all threads under one partial order.
 *
 * <p>An event's time is its index in the trace, so time needs no stepping and an event is before a
 * thread's present iff the thread knows the event's thread up to that time. A clock given out is
 * shared, not copied, until its thread learns something new. A join costs O(T) for T threads, less
 * where the clocks share what they know, see {@link Clock}.
 *
 * <p>Not thread-safe.
 */
public final class ThreadClocks {
  private static final int INITIAL_THREADS = 16;

  private Clock[] clocks = filled(new Clock[INITIAL_THREADS], 0); // by thread
  private boolean[] shared = new boolean[INITIAL_THREADS];

  private final JoinListener joins; // or null

  /** Starts with no event ordered before another thread's. */
  public ThreadClocks() {
    this(null);
  }

  /**
   * Starts with no event ordered before another thread's.
   *
   * @param joins who is told of each join that is new to its thread; may be null
   */
  public ThreadClocks(JoinListener joins) {
    this.joins = joins;
  }

  /**
   * Returns the newest event of one thread that is before another one's present.
   *
   * @param thread the thread whose present it is
   * @param other the other thread
   * @return the event's index, 0 for none; meaningless for a thread and itself
   */
  public long known(int thread, int other) {
    return clock(thread).known(other);
  }

  /**
   * Returns what a thread knows of others.
   *
   * @param thread the thread
   * @return its clock, to be used until it moves
   */
  public Clock clock(int thread) {
    return thread < clocks.length ? clocks[thread] : Clock.NOTHING;
  }

  /**
   * Returns a thread's clock for keeping: it never changes afterwards.
   *
   * @param thread the thread
   * @return as {@link #clock}
   */
  public Clock snapshot(int thread) {
    ensureThread(thread);
    shared[thread] = true;
    return clocks[thread];
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
  public boolean join(int thread, int other, long time, Clock clock) {
    if (other == thread || known(thread, other) >= time) {
      return false;
    }
    Clock mine = writable(thread);
    mine.join(clock);
    mine.learn(other, time);
    if (joins != null) {
      joins.joined(thread, other, time);
    }
    return true;
  }

  /**
   * Puts an event before a thread's present, in an order in which a thread's own past need not be
   * before its present: what is known of the thread itself counts like that of others.
   *
   * @param thread the thread, or whatever else these are the clocks of
   * @param other the thread of the event, which may be the same
   * @param time the event's index
   * @param clock what is before the event
   */
  public void learn(int thread, int other, long time, Clock clock) {
    if (known(thread, other) < time) {
      Clock mine = writable(thread);
      mine.join(clock);
      if (mine.known(other) < time) {
        mine.learn(other, time);
      }
    }
  }

  /**
   * Puts all that a clock knows before a thread's present, the thread's own past included.
   *
   * @param thread the thread, or whatever else these are the clocks of
   * @param clock what is to be known
   */
  public void learn(int thread, Clock clock) {
    if (clock != clock(thread)) {
      writable(thread).join(clock);
    }
  }

  /**
   * Forgets what a thread knows in favour of a clock that was given out.
   *
   * @param thread the thread, or whatever else these are the clocks of
   * @param clock what is known from now on
   */
  public void set(int thread, Clock clock) {
    ensureThread(thread);
    clocks[thread] = clock;
    shared[thread] = true;
  }

  private Clock writable(int thread) {
    ensureThread(thread);
    Clock mine = clocks[thread];
    if (mine == Clock.NOTHING || shared[thread]) {
      mine = mine.copy();
      clocks[thread] = mine;
      shared[thread] = false;
    }
    return mine;
  }

  private void ensureThread(int thread) {
    int threads = clocks.length;
    if (thread >= threads) {
      clocks = filled(ObjectArrays.grow(clocks, thread + 1), threads);
      shared = BooleanArrays.grow(shared, thread + 1);
    }
  }

  private static Clock[] filled(Clock[] clocks, int from) {
    Arrays.fill(clocks, from, clocks.length, Clock.NOTHING);
    return clocks;
  }
}

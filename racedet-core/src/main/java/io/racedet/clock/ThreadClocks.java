package io.racedet.clock;

import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/**
 * The clocks of all threads under one partial order.
 *
 * <p>An event's time is its index in the trace, so clocks need not be incremented, and an event is
 * ordered before a thread's present iff the thread knows the event's thread up to that time. A
 * snapshot of a clock is shared, not copied, until its thread learns something new. A join costs
 * O(T) for T threads, less where the clocks share chunks, see {@link Clock}.
 *
 * <p>Not thread-safe.
 */
public final class ThreadClocks {
  private static final int INITIAL_THREADS = 16;

  private Clock[] clocks = filled(new Clock[INITIAL_THREADS], 0); // by thread
  private boolean[] shared = new boolean[INITIAL_THREADS];

  private final JoinListener joins; // or null

  /** Creates the clocks of an order in which no event is ordered before another thread's. */
  public ThreadClocks() {
    this(null);
  }

  /**
   * Creates the clocks of an order in which no event is ordered before another thread's.
   *
   * @param joins receives each join that is new to its thread; may be null
   */
  public ThreadClocks(JoinListener joins) {
    this.joins = joins;
  }

  /**
   * {@return the newest event of one thread that is ordered before another one's present: the
   * event's index, 0 for none; meaningless for a thread and itself}
   */
  public long known(int thread, int other) {
    return clock(thread).known(other);
  }

  /** {@return the clock of a thread, valid until it changes} */
  public Clock clock(int thread) {
    return thread < clocks.length ? clocks[thread] : Clock.NOTHING;
  }

  /** Returns a snapshot of a thread's clock, which never changes. */
  public Clock snapshot(int thread) {
    ensureThread(thread);
    shared[thread] = true;
    return clocks[thread];
  }

  /** Orders an event before a thread's present. */
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
   * Orders an event before a thread's present, in an order in which a thread's own past need not be
   * before its present: the entry of the thread itself counts like that of others.
   *
   * @param thread the thread, or the id of another owner of these clocks
   * @param other the thread of the event, which may be the same
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
   * Orders everything that a clock knows before a thread's present, including the thread's own
   * past.
   *
   * @param thread the thread, or the id of another owner of these clocks
   */
  public void learn(int thread, Clock clock) {
    if (clock != clock(thread)) {
      writable(thread).join(clock);
    }
  }

  /**
   * Replaces the clock of a thread by a snapshot.
   *
   * @param thread the thread, or the id of another owner of these clocks
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

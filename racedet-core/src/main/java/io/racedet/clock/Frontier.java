package io.racedet.clock;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/**
 * A set of events with their clocks, at most one for each thread, that later events are ordered
 * after: for example the releases of a lock or the writes of a sync variable. Most sets have one
 * event, and take no more memory than it needs.
 */
public final class Frontier {
  private static final int[] NO_THREADS = {};
  private static final long[] NO_TIMES = {};
  private static final Clock[] NO_CLOCKS = {};

  private int size;

  // The first event, and the others.
  private int thread;
  private long time;
  private Clock clock;
  private int[] threads = NO_THREADS;
  private long[] times = NO_TIMES;
  private Clock[] clocks = NO_CLOCKS;

  /** Creates an empty set. */
  public Frontier() {}

  /** Adds an event and removes those that are ordered before it. */
  public void add(ThreadClocks order, int ofThread, long atTime, Clock snapshot) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int other = thread(i);
      if (other != ofThread && order.known(ofThread, other) < time(i)) {
        set(kept++, other, time(i), clock(i));
      }
    }
    Arrays.fill(clocks, Math.max(0, kept - 1), Math.max(0, size - 1), null);
    size = kept + 1;
    if (kept > threads.length) {
      threads = IntArrays.grow(threads, kept);
      times = LongArrays.grow(times, kept);
      clocks = ObjectArrays.grow(clocks, kept);
    }
    set(kept, ofThread, atTime, snapshot);
  }

  private int thread(int at) {
    return at == 0 ? thread : threads[at - 1];
  }

  private long time(int at) {
    return at == 0 ? time : times[at - 1];
  }

  private Clock clock(int at) {
    return at == 0 ? clock : clocks[at - 1];
  }

  private void set(int at, int ofThread, long atTime, Clock snapshot) {
    if (at == 0) {
      thread = ofThread;
      time = atTime;
      clock = snapshot;
    } else {
      threads[at - 1] = ofThread;
      times[at - 1] = atTime;
      clocks[at - 1] = snapshot;
    }
  }

  /** Removes all events. */
  public void clear() {
    clock = null;
    Arrays.fill(clocks, 0, Math.max(0, size - 1), null);
    size = 0;
  }

  /**
   * Orders all events before a thread's present.
   *
   * @return whether any was new to the thread
   */
  public boolean joinInto(ThreadClocks order, int ofThread) {
    boolean learned = false;
    for (int i = 0; i < size; i++) {
      learned |= order.join(ofThread, thread(i), time(i), clock(i));
    }
    return learned;
  }
}

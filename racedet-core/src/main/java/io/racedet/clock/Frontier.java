package io.racedet.clock;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/**
 * A set of events with their clocks, at most one for each thread, that later events are ordered
 * after: for example the releases of a lock or the writes of a sync variable.
 */
public final class Frontier {
  private int size;
  private int[] threads = new int[1];
  private long[] times = new long[1];
  private Clock[] clocks = new Clock[1];

  /** Creates an empty set. */
  public Frontier() {}

  /**
   * Adds an event and removes those that are ordered before it.
   *
   * @param order the order
   * @param thread the event's thread
   * @param time the event's index
   * @param clock a snapshot of the thread's clock at the event
   */
  public void add(ThreadClocks order, int thread, long time, Clock clock) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (threads[i] != thread && order.known(thread, threads[i]) < times[i]) {
        threads[kept] = threads[i];
        times[kept] = times[i];
        clocks[kept] = clocks[i];
        kept++;
      }
    }
    Arrays.fill(clocks, kept, size, null);
    size = kept;
    append(thread, time, clock);
  }

  /** Removes all events. */
  public void clear() {
    Arrays.fill(clocks, 0, size, null);
    size = 0;
  }

  /**
   * Orders all events before a thread's present.
   *
   * @param order the order
   * @param thread the thread
   * @return whether any was new to the thread
   */
  public boolean joinInto(ThreadClocks order, int thread) {
    boolean learned = false;
    for (int i = 0; i < size; i++) {
      learned |= order.join(thread, threads[i], times[i], clocks[i]);
    }
    return learned;
  }

  private void append(int thread, long time, Clock clock) {
    if (size == threads.length) {
      threads = IntArrays.grow(threads, size + 1);
      times = LongArrays.grow(times, size + 1);
      clocks = ObjectArrays.grow(clocks, size + 1);
    }
    threads[size] = thread;
    times[size] = time;
    clocks[size] = clock;
    size++;
  }
}

package io.racedet.engine;

import io.racedet.clock.Clock;
import java.util.Arrays;

/** The last notify on each monitor and condition. */
final class PwrNotifies {
  private int[] threads = new int[0];
  private long[] times = new long[0];
  private Clock[] clocks = new Clock[0];

  void add(int operand, int thread, long time, Clock clock) {
    if (operand >= times.length) {
      int capacity = Math.max(operand + 1, times.length + (times.length >> 1));
      threads = Arrays.copyOf(threads, capacity);
      times = Arrays.copyOf(times, capacity);
      clocks = Arrays.copyOf(clocks, capacity);
    }
    threads[operand] = thread;
    times[operand] = time;
    clocks[operand] = clock;
  }

  /** The time of the last notify, 0 for none. */
  long time(int operand) {
    return operand < times.length ? times[operand] : 0;
  }

  int thread(int operand) {
    return threads[operand];
  }

  Clock clock(int operand) {
    return clocks[operand];
  }
}

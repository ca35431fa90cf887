package io.racedet.engine.order;

import io.racedet.clock.Clock;
import java.util.Arrays;

/** The newest finished critical sections of one thread on one lock in one mode, oldest first. */
final class PwrSectionList {
  static final int NONE = -1;

  private int size;
  private long[] acquired = new long[1];
  private long[] released = new long[1];
  private Clock[] clocks = new Clock[1];
  private long droppedUntil; // the release of the newest section that was dropped, 0 for none

  void add(long acquire, long release, Clock clock, int limit) {
    if (size == released.length) {
      makeRoom(limit);
    }
    acquired[size] = acquire;
    released[size] = release;
    clocks[size] = clock;
    size++;
  }

  /** Position of the section that is open at a time, or {@link #NONE}. */
  int openAt(long time) {
    int at = Arrays.binarySearch(released, 0, size, time);
    int open = at < 0 ? ~at : at + 1; // the first one that is released later
    return open < size && acquired[open] <= time ? open : NONE;
  }

  /** Whether the section that is open at a time may have been dropped because of the limit. */
  boolean mayLack(long time) {
    return time < droppedUntil;
  }

  long released(int i) {
    return released[i];
  }

  /** The clock of the release. */
  Clock clock(int i) {
    return clocks[i];
  }

  /** Doubles the capacity up to twice the limit; beyond that, drops the older half. */
  private void makeRoom(int limit) {
    if (size / 2 < limit) {
      int capacity = size * 2;
      acquired = Arrays.copyOf(acquired, capacity);
      released = Arrays.copyOf(released, capacity);
      clocks = Arrays.copyOf(clocks, capacity);
      return;
    }
    int kept = limit - 1;
    droppedUntil = released[size - kept - 1];
    System.arraycopy(acquired, size - kept, acquired, 0, kept);
    System.arraycopy(released, size - kept, released, 0, kept);
    System.arraycopy(clocks, size - kept, clocks, 0, kept);
    Arrays.fill(clocks, kept, size, null);
    size = kept;
  }
}

package io.racedet.runtime.schedule;

import io.racedet.runtime.locks.RecordedThreads;

/** The threads of a recording, as a schedule knows them. Thread-safe. */
public interface ScheduledThreads extends RecordedThreads {
  /**
   * How many threads that have not ended a schedule looks at: each that waits looks at all of them
   * again and again, so that the work grows with the square of their number.
   */
  int MAX_SCHEDULED = 256;

  /** One of them, by its slot. */
  ScheduledThread scheduled(int slot);

  /**
   * The slot after those of the threads that are scheduled, which are the oldest: as many of them
   * as {@link #MAX_SCHEDULED} have not ended.
   */
  default int scheduledEnd() {
    int all = count();
    if (all <= MAX_SCHEDULED) {
      return all;
    }
    int end = 0;
    for (int living = 0; end < all && living < MAX_SCHEDULED; end++) {
      living += scheduled(end).thread.getState() == Thread.State.TERMINATED ? 0 : 1;
    }
    return end;
  }
}

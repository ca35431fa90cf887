package io.racedet.runtime.locks;

/**
 * The threads that have requested a lock while they held another one. Keeps those that have ended
 * only until there are as many threads again, so a look at all of them takes time proportional to
 * how many were alive at one time. Changed under a lock; whoever asks may look without it.
 */
final class AskingThreads {
  private static final int INITIAL = 16;

  private final HeldLocks[] threads;
  private volatile int count;

  private AskingThreads(int length) {
    threads = new HeldLocks[length];
  }

  AskingThreads() {
    this(INITIAL);
  }

  /** How many threads there are so far. */
  int count() {
    return count;
  }

  /** One of them; its number is less than a {@link #count} that was seen. */
  HeldLocks at(int i) {
    return threads[i];
  }

  /** Adds a thread, and returns this or what takes its place. */
  AskingThreads with(HeldLocks added) {
    AskingThreads list = count < threads.length ? this : withoutEnded();
    list.add(added);
    return list;
  }

  private void add(HeldLocks added) {
    threads[count] = added;
    count = count + 1; // under the lock
  }

  private AskingThreads withoutEnded() {
    AskingThreads living = new AskingThreads(2 * threads.length);
    for (HeldLocks each : threads) {
      if (each.thread.getState() != Thread.State.TERMINATED) {
        living.add(each);
      }
    }
    if (2 * living.count > threads.length) {
      return living;
    }
    AskingThreads shorter = new AskingThreads(threads.length);
    for (int i = 0; i < living.count; i++) {
      shorter.add(living.threads[i]);
    }
    return shorter;
  }
}

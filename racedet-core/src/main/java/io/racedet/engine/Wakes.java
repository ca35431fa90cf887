package io.racedet.engine;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The order from a notify to the waits that it ended: a wake is caused by the last notify on its
 * operand between its thread's release and acquire of the lock, if there is one. A notifier need
 * not hold the lock, so notifies may come after that acquire and do not count.
 */
final class Wakes {
  private static final int FEW = 32;
  private static final int NO_LOCK = -1;
  private static final int NONE = -1;

  private record Notify(int thread, long time, Clock clock) {}

  private final ThreadClocks order;
  private final ThreadClocks known;
  private final List<List<Notify>> notifies = new ArrayList<>(); // by operand, then time

  // By thread: its last release, and the last time that it acquired again the lock it had just
  // released. That is the wait that a wake ends, even if other locks come between.
  private int[] lock = new int[0];
  private long[] released = new long[0];
  private long[] waitBegan = new long[0];
  private long[] waitEnded = new long[0];

  Wakes(ThreadClocks order) {
    this(order, order);
  }

  /**
   * Starts with no notify.
   *
   * @param order the clocks that wakes move
   * @param known what comes before a notify, and hence before its wakes
   */
  Wakes(ThreadClocks order, ThreadClocks known) {
    this.order = order;
    this.known = known;
  }

  void release(int thread, int ofLock, long time) {
    if (thread >= lock.length) {
      int length = lock.length;
      lock = Arrays.copyOf(lock, Math.max(thread + 1, 2 * length));
      Arrays.fill(lock, length, lock.length, NO_LOCK);
      released = Arrays.copyOf(released, lock.length);
      waitBegan = Arrays.copyOf(waitBegan, lock.length);
      waitEnded = Arrays.copyOf(waitEnded, lock.length);
    }
    lock[thread] = ofLock;
    released[thread] = time;
  }

  void acquire(int thread, int ofLock, long time) {
    if (thread < lock.length && lock[thread] == ofLock) {
      waitBegan[thread] = released[thread];
      waitEnded[thread] = time;
    }
  }

  void signal(int thread, int operand, long time) {
    while (notifies.size() <= operand) {
      notifies.add(null);
    }
    List<Notify> earlier = notifies.get(operand);
    if (earlier == null) {
      earlier = new ArrayList<>(1);
      notifies.set(operand, earlier);
    } else if (earlier.size() % FEW == 0) {
      dropUnreachable(earlier);
    }
    earlier.add(new Notify(thread, time, known.give(thread)));
  }

  /** Orders the notify that caused a wake; returns whether the thread learned something. */
  boolean wake(int thread, int operand) {
    Notify cause = cause(thread, operand);
    return cause != null && order.join(thread, cause.thread(), cause.time(), cause.clock());
  }

  /** The index of the notify that caused a wake, 0 if there is none. */
  long timeOfCause(int thread, int operand) {
    Notify cause = cause(thread, operand);
    return cause == null ? 0 : cause.time();
  }

  /** The notify that caused a wake, or null. */
  private Notify cause(int thread, int operand) {
    List<Notify> candidates = operand < notifies.size() ? notifies.get(operand) : null;
    if (candidates == null || thread >= lock.length) {
      return null;
    }
    int last = lastBefore(candidates, waitEnded[thread]);
    return last == NONE || candidates.get(last).time() < waitBegan[thread]
        ? null
        : candidates.get(last);
  }

  /**
   * Keeps the newest notify, and those that a thread which has stopped waiting may still ask for.
   */
  private void dropUnreachable(List<Notify> earlier) {
    boolean[] reachable = new boolean[earlier.size()];
    reachable[reachable.length - 1] = true;
    for (long time : waitEnded) {
      int last = lastBefore(earlier, time);
      if (last != NONE) {
        reachable[last] = true;
      }
    }
    int kept = 0;
    for (int i = 0; i < reachable.length; i++) {
      if (reachable[i]) {
        earlier.set(kept++, earlier.get(i));
      }
    }
    earlier.subList(kept, earlier.size()).clear();
  }

  /** Position of the last notify before a time, or {@link #NONE}. */
  private static int lastBefore(List<Notify> notifies, long time) {
    int low = 0;
    int high = notifies.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (notifies.get(middle).time() < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}

package io.racedet.engine;

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
  private static final int SMALL = 16;
  private static final int NO_LOCK = -1;

  private record Notify(int thread, long time, long[] clock) {}

  private final ThreadClocks order;
  private final List<List<Notify>> notifies = new ArrayList<>(); // by operand, then time
  private int[] lock = new int[0]; // by thread: the lock of its last release
  private long[] released = new long[0];
  private long[] resumed = new long[0]; // its acquire since, 0 for none

  Wakes(ThreadClocks order) {
    this.order = order;
  }

  void release(int thread, int ofLock, long time) {
    if (thread >= lock.length) {
      int length = lock.length;
      lock = Arrays.copyOf(lock, Math.max(thread + 1, 2 * length));
      Arrays.fill(lock, length, lock.length, NO_LOCK);
      released = Arrays.copyOf(released, lock.length);
      resumed = Arrays.copyOf(resumed, lock.length);
    }
    lock[thread] = ofLock;
    released[thread] = time;
    resumed[thread] = 0;
  }

  void acquire(int thread, int ofLock, long time) {
    if (thread < lock.length) {
      resumed[thread] = lock[thread] == ofLock ? time : 0;
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
    } else if (earlier.size() >= 2 * Math.max(SMALL, lock.length)) {
      dropUnreachable(earlier);
    }
    earlier.add(new Notify(thread, time, order.give(thread)));
  }

  /** Orders the notify that caused a wake; returns whether the thread learned something. */
  boolean wake(int thread, int operand) {
    List<Notify> candidates = operand < notifies.size() ? notifies.get(operand) : null;
    if (candidates == null || thread >= lock.length || resumed[thread] == 0) {
      return false;
    }
    int last = lastBefore(candidates, resumed[thread]);
    if (last < 0 || candidates.get(last).time() < released[thread]) {
      return false;
    }
    Notify cause = candidates.get(last);
    return order.join(thread, cause.thread(), cause.time(), cause.clock());
  }

  /** Keeps the newest notify, and those that a thread which has resumed may still ask for. */
  private void dropUnreachable(List<Notify> earlier) {
    boolean[] reachable = new boolean[earlier.size()];
    reachable[reachable.length - 1] = true;
    for (long time : resumed) {
      int last = lastBefore(earlier, time);
      if (last >= 0) {
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

  /** Position of the last notify before a time, -1 for none. */
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

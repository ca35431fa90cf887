package io.racedet.clock;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which notify caused a wake: the last one on its operand between its thread's release and acquire
 * of the lock, if there is one. A notifier need not hold the lock, so notifies may come after that
 * acquire and do not count.
 *
 * <p>Not thread-safe.
 */
public final class WakeCauses<T> {
  /** No lock. */
  public static final int NO_LOCK = -1;

  private static final int FEW = 32;
  private static final int NONE = -1;

  private record Notify<T>(long time, T what) {}

  private final List<List<Notify<T>>> notifies = new ArrayList<>(); // by operand, then time

  // By thread: its last release, and the last time that it reacquired the lock that it had just
  // released. That is the wait that a wake ends, even if there are other locks in between.
  private int[] lock = new int[0];
  private long[] released = new long[0];
  private int[] waitLock = new int[0];
  private long[] waitBegan = new long[0];
  private long[] waitEnded = new long[0];

  /** Creates the state without a notify. */
  public WakeCauses() {}

  /** Records an exclusive release, which may begin a wait. */
  public void release(int thread, int ofLock, long time) {
    if (thread >= lock.length) {
      int length = lock.length;
      lock = IntArrays.grow(lock, thread + 1);
      Arrays.fill(lock, length, lock.length, NO_LOCK);
      released = LongArrays.grow(released, thread + 1);
      waitLock = IntArrays.grow(waitLock, thread + 1);
      Arrays.fill(waitLock, length, lock.length, NO_LOCK);
      waitBegan = LongArrays.grow(waitBegan, thread + 1);
      waitEnded = LongArrays.grow(waitEnded, thread + 1);
    }
    lock[thread] = ofLock;
    released[thread] = time;
  }

  /** Records an exclusive acquire, which may end a wait. */
  public void acquire(int thread, int ofLock, long time) {
    if (thread < lock.length && lock[thread] == ofLock) {
      waitLock[thread] = ofLock;
      waitBegan[thread] = released[thread];
      waitEnded[thread] = time;
    }
  }

  /** Records a notify. */
  public void signal(int operand, long time, T what) {
    while (notifies.size() <= operand) {
      notifies.add(null);
    }
    List<Notify<T>> earlier = notifies.get(operand);
    if (earlier == null) {
      earlier = new ArrayList<>(1);
      notifies.set(operand, earlier);
    } else if (earlier.size() % FEW == 0) {
      dropUnreachable(earlier);
    }
    earlier.add(new Notify<>(time, what));
  }

  /**
   * {@return the notify that caused a wake at the present time, by its data; null if there is none}
   */
  public T cause(int thread, int operand) {
    List<Notify<T>> candidates = operand < notifies.size() ? notifies.get(operand) : null;
    if (candidates == null || thread >= lock.length) {
      return null;
    }
    int last = lastBefore(candidates, waitEnded[thread]);
    return last == NONE || candidates.get(last).time() < waitBegan[thread]
        ? null
        : candidates.get(last).what();
  }

  /**
   * {@return the lock that a thread released and acquired again at its last wait, or {@link
   * #NO_LOCK}}
   */
  public int waitLock(int thread) {
    return thread < waitLock.length ? waitLock[thread] : NO_LOCK;
  }

  /**
   * {@return the notifies that may cause later wakes, by their data, in order; possibly with a few
   * others}
   */
  public List<T> reachable(int operand) {
    if (operand >= notifies.size() || notifies.get(operand) == null) {
      return List.of();
    }
    dropUnreachable(notifies.get(operand));
    return notifies.get(operand).stream().map(Notify::what).toList();
  }

  /**
   * Keeps the newest notify, and those that may be the cause for a thread that has ended its wait.
   */
  private void dropUnreachable(List<Notify<T>> earlier) {
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

  /** Forgets the waits of a thread, whose id becomes that of another one. */
  public void forgetThread(int thread) {
    if (thread < lock.length) {
      lock[thread] = NO_LOCK;
      waitLock[thread] = NO_LOCK;
      waitBegan[thread] = 0;
      waitEnded[thread] = 0;
    }
  }

  /**
   * Forgets the notifies on an operand and which waits were on a lock of the same id, which becomes
   * that of another one. A wait that has ended keeps its time: the wake may be on a condition,
   * which is used after the last event of its lock.
   */
  public void forget(int operand) {
    if (operand < notifies.size()) {
      notifies.set(operand, null);
    }
    for (int thread = 0; thread < lock.length; thread++) {
      if (lock[thread] == operand) {
        lock[thread] = NO_LOCK;
      }
      if (waitLock[thread] == operand) {
        waitLock[thread] = NO_LOCK;
      }
    }
  }

  /** The list index of the last notify before a time, or {@link #NONE}. */
  private static int lastBefore(List<? extends Notify<?>> notifies, long time) {
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

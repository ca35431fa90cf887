package io.racedet.engine.compressed.summary;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The locks that a growing stretch of a trace acquires and does not release, and those that it
 * releases without having acquired them. Re-entrant acquires are counted, separately for each mode.
 * Not thread-safe.
 *
 * <p>A lock and its mode are one number: {@code | lock:31 | shared:1 |}.
 */
public final class OpenLocks {
  /** Locks with counts, in the order of insertion. */
  private static final class Counts {
    int size;
    int[] lock = new int[4];
    int[] count = new int[4];

    /** Changes the count of a lock and returns it; a lock of count 0 is removed. */
    int add(int lockAndMode, int change) {
      int at = find(lockAndMode);
      if (at == size) {
        if (size == lock.length) {
          lock = IntArrays.grow(lock, size + 1);
          count = IntArrays.grow(count, size + 1);
        }
        lock[size] = lockAndMode;
        count[size++] = 0;
      }
      count[at] += change;
      if (count[at] != 0) {
        return count[at];
      }
      size--;
      System.arraycopy(lock, at + 1, lock, at, size - at);
      System.arraycopy(count, at + 1, count, at, size - at);
      return 0;
    }

    int of(int lockAndMode) {
      int at = find(lockAndMode);
      return at == size ? 0 : count[at];
    }

    private int find(int lockAndMode) {
      int at = 0;
      while (at < size && lock[at] != lockAndMode) {
        at++;
      }
      return at;
    }
  }

  private static final class OfThread {
    final int thread;
    final Counts acquired = new Counts();
    final Counts released = new Counts();
    boolean isUsed;

    OfThread(int thread) {
      this.thread = thread;
    }
  }

  private OfThread[] byThread = new OfThread[16];
  private final List<OfThread> used = new ArrayList<>();

  public static int lockAndMode(int lock, boolean shared) {
    return lock << 1 | (shared ? 1 : 0);
  }

  public static boolean isShared(int lockAndMode) {
    return (lockAndMode & 1) != 0;
  }

  public static int lock(int lockAndMode) {
    return lockAndMode >>> 1;
  }

  /** Whether an operation acquires or releases a lock. */
  public static boolean isLockOp(Op op) {
    return op == Op.ACQUIRE
        || op == Op.RELEASE
        || op == Op.ACQUIRE_SHARED
        || op == Op.RELEASE_SHARED;
  }

  public void clear() {
    for (OfThread locks : used) {
      locks.acquired.size = 0;
      locks.released.size = 0;
      locks.isUsed = false;
    }
    used.clear();
  }

  /**
   * Adds an acquire or a release.
   *
   * @return whether it releases a lock that the thread held before the stretch
   */
  public boolean take(long word) {
    Op op = EventBlock.op(word);
    boolean shared = op == Op.ACQUIRE_SHARED || op == Op.RELEASE_SHARED;
    int lockAndMode = lockAndMode(EventBlock.operand(word), shared);
    OfThread locks = of(EventBlock.thread(word));
    if (op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED) {
      locks.acquired.add(lockAndMode, 1);
      return false;
    }
    if (locks.acquired.of(lockAndMode) > 0) {
      locks.acquired.add(lockAndMode, -1);
      return false;
    }
    locks.released.add(lockAndMode, 1);
    return true;
  }

  /** How many of a thread's acquires of a lock in the stretch are still open. */
  public int acquired(int thread, int lockAndMode) {
    return thread < byThread.length && byThread[thread] != null
        ? byThread[thread].acquired.of(lockAndMode)
        : 0;
  }

  /** The locks that a thread has acquired in the stretch and still holds, in that order. */
  int[] acquired(int thread) {
    if (thread >= byThread.length || byThread[thread] == null) {
      return new int[0];
    }
    Counts acquired = byThread[thread].acquired;
    return Arrays.copyOf(acquired.lock, acquired.size);
  }

  /** The context of a thread with the locks that it has acquired since the trace began. */
  public int context(int thread, LockContexts contexts) {
    int context = contexts.root(thread);
    for (int held : acquired(thread)) {
      context = contexts.child(context, lock(held), isShared(held));
    }
    return context;
  }

  /** Appends the next stretch. */
  public void append(OpenSummary next) {
    for (int i = 0; i < next.threads().length; i++) {
      OfThread locks = of(next.threads()[i]);
      for (int r = next.releaseBegin(i); r < next.releaseEnd()[i]; r++) {
        int lockAndMode = next.released()[r];
        int count = next.releaseCount()[r];
        int matched = Math.min(count, locks.acquired.of(lockAndMode));
        if (matched > 0) {
          locks.acquired.add(lockAndMode, -matched);
        }
        if (matched < count) {
          locks.released.add(lockAndMode, count - matched);
        }
      }
      for (int a = next.acquireBegin(i); a < next.acquireEnd()[i]; a++) {
        locks.acquired.add(next.acquired()[a], next.acquireCount()[a]);
      }
    }
  }

  public OpenSummary summary() {
    int threads = used.size();
    int[] ids = new int[threads];
    Counts[] released = new Counts[threads];
    Counts[] acquired = new Counts[threads];
    for (int i = 0; i < threads; i++) {
      ids[i] = used.get(i).thread;
      released[i] = used.get(i).released;
      acquired[i] = used.get(i).acquired;
    }
    int[] releaseEnd = ends(released);
    int[] acquireEnd = ends(acquired);
    return new OpenSummary(
        ids,
        releaseEnd,
        joined(released, releaseEnd, false),
        joined(released, releaseEnd, true),
        acquireEnd,
        joined(acquired, acquireEnd, false),
        joined(acquired, acquireEnd, true));
  }

  private static int[] ends(Counts[] counts) {
    int[] ends = new int[counts.length];
    int end = 0;
    for (int i = 0; i < counts.length; i++) {
      end += counts[i].size;
      ends[i] = end;
    }
    return ends;
  }

  private static int[] joined(Counts[] counts, int[] ends, boolean howOften) {
    int[] joined = new int[ends.length == 0 ? 0 : ends[ends.length - 1]];
    for (int i = 0; i < counts.length; i++) {
      int[] from = howOften ? counts[i].count : counts[i].lock;
      System.arraycopy(from, 0, joined, ends[i] - counts[i].size, counts[i].size);
    }
    return joined;
  }

  private OfThread of(int thread) {
    if (thread >= byThread.length) {
      byThread = ObjectArrays.grow(byThread, thread + 1);
    }
    OfThread locks = byThread[thread];
    if (locks == null) {
      locks = new OfThread(thread);
      byThread[thread] = locks;
    }
    if (!locks.isUsed) {
      locks.isUsed = true;
      used.add(locks);
    }
    return locks;
  }
}

package io.racedet.compressed.summary;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.ArrayList;
import java.util.List;

/**
 * The locks that a growing stretch of a trace acquires and does not release, and those that it
 * releases without having acquired them. Re-entrant acquires are counted, separately for each mode.
 * Not thread-safe.
 *
 * <p>A lock and its mode are one number, see {@link LockUse}.
 */
public final class OpenLocks {
  private static final class OfThread {
    final int thread;
    final LockCounts acquired = new LockCounts();
    final LockCounts released = new LockCounts();
    boolean isUsed;

    OfThread(int thread) {
      this.thread = thread;
    }
  }

  private OfThread[] byThread = new OfThread[16];
  private final List<OfThread> used = new ArrayList<>();
  private long entries;
  private long steps;

  /** Whether an operation acquires or releases a lock. */
  public static boolean isLockOp(Op op) {
    return op == Op.ACQUIRE
        || op == Op.RELEASE
        || op == Op.ACQUIRE_SHARED
        || op == Op.RELEASE_SHARED;
  }

  public void clear() {
    for (OfThread locks : used) {
      locks.acquired.clear();
      locks.released.clear();
      locks.isUsed = false;
    }
    used.clear();
    entries = 0;
    steps = 0;
  }

  /** The work since the stretch was cleared: acquires and releases, one by one or in summaries. */
  public long steps() {
    return steps;
  }

  /** How many words the summary has. */
  public long size() {
    return used.size() + entries;
  }

  /**
   * Adds an acquire or a release.
   *
   * @return whether it releases a lock that the thread held before the stretch
   */
  public boolean take(long word) {
    steps++;
    Op op = EventBlock.op(word);
    boolean shared = op == Op.ACQUIRE_SHARED || op == Op.RELEASE_SHARED;
    int lockAndMode = LockUse.of(EventBlock.operand(word), shared);
    OfThread locks = of(EventBlock.thread(word));
    if (op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED) {
      add(locks.acquired, lockAndMode, 1);
      return false;
    }
    if (locks.acquired.of(lockAndMode) > 0) {
      add(locks.acquired, lockAndMode, -1);
      return false;
    }
    add(locks.released, lockAndMode, 1);
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
    return byThread[thread].acquired.locks();
  }

  /** The context of a thread with the locks that it has acquired since the trace began. */
  public int context(int thread, LockContexts contexts) {
    int context = contexts.root(thread);
    for (int held : acquired(thread)) {
      context = contexts.child(context, LockUse.lock(held), LockUse.isShared(held));
    }
    return context;
  }

  /** Appends the next stretch. */
  public void append(OpenSummary next) {
    for (int i = 0; i < next.threads().length; i++) {
      OfThread locks = of(next.threads()[i]);
      steps += 1L + next.releaseEnd()[i] - next.releaseBegin(i);
      steps += next.acquireEnd()[i] - next.acquireBegin(i);
      for (int r = next.releaseBegin(i); r < next.releaseEnd()[i]; r++) {
        int lockAndMode = next.released()[r];
        int count = next.releaseCount()[r];
        int matched = Math.min(count, locks.acquired.of(lockAndMode));
        if (matched > 0) {
          add(locks.acquired, lockAndMode, -matched);
        }
        if (matched < count) {
          add(locks.released, lockAndMode, count - matched);
        }
      }
      for (int a = next.acquireBegin(i); a < next.acquireEnd()[i]; a++) {
        add(locks.acquired, next.acquired()[a], next.acquireCount()[a]);
      }
    }
  }

  private void add(LockCounts counts, int lockAndMode, int change) {
    int before = counts.size();
    counts.add(lockAndMode, change);
    entries += counts.size() - before;
  }

  public OpenSummary summary() {
    int threads = used.size();
    int[] ids = new int[threads];
    LockCounts[] released = new LockCounts[threads];
    LockCounts[] acquired = new LockCounts[threads];
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

  private static int[] ends(LockCounts[] counts) {
    int[] ends = new int[counts.length];
    int end = 0;
    for (int i = 0; i < counts.length; i++) {
      end += counts[i].size();
      ends[i] = end;
    }
    return ends;
  }

  private static int[] joined(LockCounts[] counts, int[] ends, boolean howOften) {
    int[] joined = new int[ends.length == 0 ? 0 : ends[ends.length - 1]];
    for (int i = 0; i < counts.length; i++) {
      counts[i].copyTo(joined, ends[i] - counts[i].size(), howOften);
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

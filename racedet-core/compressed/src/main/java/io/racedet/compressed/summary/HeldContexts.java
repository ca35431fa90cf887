package io.racedet.compressed.summary;

import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/**
 * The locks that each thread holds at the end of the stretch that begins a trace, as contexts, and
 * those that it holds throughout the next stretch. A change costs a step for each lock that was
 * acquired after the changed one. Not thread-safe.
 */
public final class HeldContexts {
  private static final class OfThread {
    final LockCounts locks = new LockCounts();
    int[] context = new int[4]; // by number of locks
    int throughout; // the next stretch
    int stamp; // of the next stretch, if it releases any of the locks
  }

  private final LockContexts contexts;
  private OfThread[] byThread = new OfThread[16];
  private int stamps;
  private boolean[] isReleased = new boolean[16]; // by position

  /** Creates the state in which no thread holds anything. */
  public HeldContexts(LockContexts contexts) {
    this.contexts = contexts;
  }

  /** What a thread holds now. */
  public int context(int thread) {
    OfThread held = of(thread);
    return held.context[held.locks.size()];
  }

  /** Adds an acquire or a release. */
  public void take(Op op, int thread, int lock) {
    boolean shared = op == Op.ACQUIRE_SHARED || op == Op.RELEASE_SHARED;
    boolean acquires = op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED;
    add(of(thread), LockUse.of(lock, shared), acquires ? 1 : -1);
  }

  private void add(OfThread held, int lockAndMode, int change) {
    int changed = held.locks.add(lockAndMode, change);
    if (changed == LockCounts.NONE) {
      return;
    }
    int size = held.locks.size();
    held.context = IntArrays.grow(held.context, size + 1);
    for (int at = changed; at < size; at++) {
      held.context[at + 1] = child(held.context[at], held.locks.lock(at));
    }
  }

  private int child(int context, int lockAndMode) {
    return contexts.child(context, LockUse.lock(lockAndMode), LockUse.isShared(lockAndMode));
  }

  /** Determines what the threads hold throughout the next stretch. */
  public void lookAt(OpenSummary next) {
    stamps++;
    for (int i = 0; i < next.threads().length; i++) {
      if (next.releaseBegin(i) < next.releaseEnd()[i]) {
        OfThread held = of(next.threads()[i]);
        held.stamp = stamps;
        held.throughout = throughout(held, next, i);
      }
    }
  }

  private int throughout(OfThread held, OpenSummary next, int i) {
    int size = held.locks.size();
    isReleased = BooleanArrays.grow(isReleased, size, 0);
    Arrays.fill(isReleased, 0, size, false);
    int first = size;
    for (int r = next.releaseBegin(i); r < next.releaseEnd()[i]; r++) {
      int at = held.locks.position(next.released()[r]);
      if (at != LockCounts.NONE && held.locks.of(next.released()[r]) <= next.releaseCount()[r]) {
        isReleased[at] = true;
        first = Math.min(first, at);
      }
    }
    int context = held.context[first];
    for (int at = first; at < size; at++) {
      context = isReleased[at] ? context : child(context, held.locks.lock(at));
    }
    return context;
  }

  /** What a thread holds throughout the next stretch. */
  public int throughout(int thread) {
    OfThread held = of(thread);
    return held.stamp == stamps ? held.throughout : held.context[held.locks.size()];
  }

  /** Appends the next stretch. */
  public void append(OpenSummary next) {
    for (int i = 0; i < next.threads().length; i++) {
      OfThread held = of(next.threads()[i]);
      for (int r = next.releaseBegin(i); r < next.releaseEnd()[i]; r++) { // in their order
        add(held, next.released()[r], -next.releaseCount()[r]);
      }
      for (int a = next.acquireBegin(i); a < next.acquireEnd()[i]; a++) {
        add(held, next.acquired()[a], next.acquireCount()[a]);
      }
    }
  }

  private OfThread of(int thread) {
    if (thread >= byThread.length) {
      byThread = ObjectArrays.grow(byThread, thread + 1);
    }
    OfThread held = byThread[thread];
    if (held == null) {
      held = new OfThread();
      held.context[0] = contexts.root(thread);
      byThread[thread] = held;
    }
    return held;
  }
}

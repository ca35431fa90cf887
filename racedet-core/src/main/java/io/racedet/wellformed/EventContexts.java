package io.racedet.wellformed;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntArrays;

/** The contexts of the events of a trace that is known to be well formed. */
public final class EventContexts {
  private final LockContexts contexts;
  private final LockHolders holders;
  private int[] context = new int[0]; // by thread

  public EventContexts(LockContexts contexts) {
    this.contexts = contexts;
    holders = new LockHolders(contexts);
  }

  /** The context of the next event, or INNER for a re-entrant acquire or release. */
  public int at(Op op, int thread, int operand, long index) {
    if (thread < 0 || thread >= context.length) {
      add(thread);
    }
    int at = context[thread];
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED -> {
        HeldLockCounts held = holders.of(thread);
        boolean outermost = held.acquire(operand, op == Op.ACQUIRE_SHARED);
        context[thread] = held.context();
        at = outermost ? context[thread] : ExecutionState.INNER;
      }
      case RELEASE, RELEASE_SHARED -> {
        if (!release(thread, operand, op == Op.RELEASE_SHARED, index)) {
          at = ExecutionState.INNER;
        }
      }
      default -> {
        /* The held locks do not change. */
      }
    }
    return at;
  }

  private boolean release(int thread, int lock, boolean shared, long index) {
    HeldLockCounts held = holders.of(thread);
    if (!held.holds(lock, shared)) {
      throw new IllegalArgumentException(
          "event %d: thread %d releases lock %d%s, which it does not hold"
              .formatted(index, thread, lock, shared ? " (shared)" : ""));
    }
    boolean outermost = held.release(lock, shared);
    context[thread] = held.context();
    return outermost;
  }

  private void add(int thread) {
    if (thread < 0 || thread > EventBlock.MAX_THREAD) {
      throw new IllegalArgumentException(
          "thread: " + thread + " (expected: 0.." + EventBlock.MAX_THREAD + ")");
    }
    int threads = context.length;
    context = IntArrays.grow(context, thread + 1);
    for (int i = threads; i < context.length; i++) {
      context[i] = contexts.root(i);
    }
  }
}

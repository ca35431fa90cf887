package io.racedet;

import io.racedet.clock.LockContexts;
import java.util.Arrays;

/** The locks that one thread holds, with how often, in the order of their acquisition. */
final class HeldLocks {
  private static final int NONE = -1;

  private final LockContexts contexts;
  private int size;
  private int[] context; // context[0] holds nothing, context[i + 1] the locks up to i
  private int[] count = new int[4];

  HeldLocks(LockContexts contexts, int thread) {
    this.contexts = contexts;
    context = new int[] {contexts.root(thread), 0, 0, 0, 0};
  }

  /** The thread with all that it holds. */
  int context() {
    return context[size];
  }

  /** Notes an acquire; false when the lock was held in that mode already. */
  boolean acquire(int lock, boolean shared) {
    int held = find(lock, shared);
    if (held != NONE) {
      count[held]++;
      return false;
    }
    if (size == count.length) {
      count = Arrays.copyOf(count, 2 * size);
      context = Arrays.copyOf(context, 2 * size + 1);
    }
    count[size] = 1;
    context[size + 1] = contexts.child(context[size], lock, shared);
    size++;
    return true;
  }

  boolean holds(int lock, boolean shared) {
    return find(lock, shared) != NONE;
  }

  /** Notes the release of a lock that is held; false when it stays held. */
  boolean release(int lock, boolean shared) {
    int held = find(lock, shared);
    if (--count[held] > 0) {
      return false;
    }
    for (int i = held + 1; i < size; i++) {
      int moved = context[i + 1];
      context[i] = contexts.child(context[i - 1], contexts.lock(moved), contexts.isShared(moved));
      count[i - 1] = count[i];
    }
    size--;
    return true;
  }

  private int find(int lock, boolean shared) {
    for (int i = size - 1; i >= 0; i--) {
      int with = context[i + 1];
      if (contexts.lock(with) == lock && contexts.isShared(with) == shared) {
        return i;
      }
    }
    return NONE;
  }
}

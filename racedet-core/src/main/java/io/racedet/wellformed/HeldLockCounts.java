package io.racedet.wellformed;

import io.racedet.event.LockContexts;
import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/** The locks that one thread holds, with hold counts, in the order of acquisition. */
final class HeldLockCounts {
  private static final int NONE = -1;

  private final LockContexts contexts;
  private int size;
  private int[] uses = new int[4]; // of locks
  private int[] count = new int[4];
  private int[] context; // context[0] holds nothing, context[i + 1] the locks up to i

  HeldLockCounts(LockContexts contexts, int thread) {
    this.contexts = contexts;
    context = new int[] {contexts.root(thread), 0, 0, 0, 0};
  }

  /** The thread with all locks that it holds. */
  int context() {
    return context[size];
  }

  /** Whether any lock is held. */
  boolean holdsAny() {
    return size > 0;
  }

  /** Records an acquire; false when the lock was already held in that mode. */
  boolean acquire(int lock, boolean shared) {
    int held = find(lock, shared);
    if (held != NONE) {
      count[held]++;
      return false;
    }
    enter(lock, shared);
    return true;
  }

  /** Records an acquire of a lock that is not held in that mode. */
  void enter(int lock, boolean shared) {
    if (size == count.length) {
      grow();
    }
    uses[size] = LockUse.of(lock, shared);
    count[size] = 1;
    context[size + 1] = contexts.child(context[size], lock, shared);
    size++;
  }

  private void grow() {
    uses = IntArrays.grow(uses, size + 1);
    count = IntArrays.grow(count, size + 1);
    context = Arrays.copyOf(context, count.length + 1);
  }

  boolean holds(int lock, boolean shared) {
    return find(lock, shared) != NONE;
  }

  /** Records the release of a lock that is held; false when it stays held. */
  boolean release(int lock, boolean shared) {
    int held = find(lock, shared);
    if (--count[held] > 0) {
      return false;
    }
    if (held < size - 1) {
      closeUp(held);
    }
    size--;
    return true;
  }

  /** Removes a lock that was not acquired last. */
  private void closeUp(int held) {
    for (int i = held; i < size - 1; i++) {
      int moved = context[i + 2];
      uses[i] = uses[i + 1];
      count[i] = count[i + 1];
      context[i + 1] = contexts.child(context[i], contexts.lock(moved), contexts.isShared(moved));
    }
  }

  private int find(int lock, boolean shared) {
    int key = LockUse.of(lock, shared);
    int i = size - 1;
    while (i >= 0 && uses[i] != key) {
      i--;
    }
    return i;
  }
}

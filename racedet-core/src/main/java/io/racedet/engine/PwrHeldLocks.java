package io.racedet.engine;

import java.util.Arrays;

/** The locks that one thread holds, in the order of their acquisition, and since when. */
final class PwrHeldLocks {
  private static final int NONE = -1;
  private static final int INITIAL = 4;

  private final PwrContexts contexts;
  private final int root;
  private int size;
  private int[] context = new int[INITIAL]; // after each acquire
  private long[] since = new long[INITIAL];

  PwrHeldLocks(PwrContexts contexts, int thread) {
    this.contexts = contexts;
    root = contexts.root(thread);
  }

  int size() {
    return size;
  }

  /** The thread with all that it holds. */
  int context() {
    return size == 0 ? root : context[size - 1];
  }

  int lock(int i) {
    return contexts.lock(context[i]);
  }

  boolean isShared(int i) {
    return contexts.isShared(context[i]);
  }

  long since(int i) {
    return since[i];
  }

  void acquire(int lock, boolean shared, long time) {
    if (size == context.length) {
      context = Arrays.copyOf(context, size * 2);
      since = Arrays.copyOf(since, size * 2);
    }
    context[size] = contexts.child(context(), lock, shared);
    since[size] = time;
    size++;
  }

  /**
   * Forgets a lock.
   *
   * @return when it was acquired
   */
  long release(int lock, boolean shared) {
    int i = size - 1;
    while (i >= 0 && !(lock(i) == lock && isShared(i) == shared)) {
      i--;
    }
    if (i < 0) {
      throw new IllegalStateException("release of lock " + lock + ", which is not held");
    }
    long acquired = since[i];
    for (int inner = i + 1; inner < size; inner++) {
      int outer = inner - 1 == 0 ? root : context[inner - 2];
      int moved = context[inner];
      context[inner - 1] = contexts.child(outer, contexts.lock(moved), contexts.isShared(moved));
      since[inner - 1] = since[inner];
    }
    size--;
    return acquired;
  }

  /**
   * The acquire of a wait that has just ended: of the lock itself, or for a condition, whose lock
   * is not known, the newest exclusive acquire.
   *
   * @return its position among the held locks, or -1
   */
  int resumed(int lockOrCondition) {
    int newest = NONE;
    for (int i = 0; i < size; i++) {
      if (!isShared(i)) {
        newest = i;
        if (lock(i) == lockOrCondition) {
          return i;
        }
      }
    }
    return newest;
  }
}

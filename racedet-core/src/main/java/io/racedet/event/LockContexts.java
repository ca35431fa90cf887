package io.racedet.event;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * A thread together with the locks it holds, as one number.
 *
 * <p>Contexts form a tree: the root of a thread holds nothing, a child holds one lock more than its
 * parent. The order of acquisition is part of a context. Space is O(distinct contexts).
 *
 * <p>Not thread-safe.
 */
public final class LockContexts {
  private static final int NONE = -1;
  private static final int INITIAL = 64;

  private int[] roots = new int[0]; // by thread
  private final Long2IntOpenHashMap children = new Long2IntOpenHashMap();

  private int size;
  private int[] thread = new int[INITIAL];
  private int[] parent = new int[INITIAL];
  private int[] lockAndMode = new int[INITIAL]; // | lock:31 | shared:1 |

  /** Creates the tree without a thread. */
  public LockContexts() {
    children.defaultReturnValue(NONE);
  }

  /**
   * Returns the context of a thread that holds no lock.
   *
   * @param ofThread the thread
   * @return its root
   */
  public int root(int ofThread) {
    if (ofThread >= roots.length) {
      int length = roots.length;
      roots = IntArrays.grow(roots, ofThread + 1);
      Arrays.fill(roots, length, roots.length, NONE);
    }
    if (roots[ofThread] == NONE) {
      roots[ofThread] = add(ofThread, NONE, NONE);
    }
    return roots[ofThread];
  }

  /**
   * Returns the context with one more lock.
   *
   * @param context a context
   * @param lock the lock that is acquired
   * @param shared whether in read mode
   * @return the same number for the same arguments
   */
  public int child(int context, int lock, boolean shared) {
    int heldAs = lock << 1 | (shared ? 1 : 0);
    long key = (long) context << Integer.SIZE | heldAs;
    int child = children.get(key);
    if (child == NONE) {
      child = add(thread[context], context, heldAs);
      children.put(key, child);
    }
    return child;
  }

  /**
   * Returns the number of contexts.
   *
   * @return one more than the largest context
   */
  public int size() {
    return size;
  }

  /**
   * Returns the thread of a context.
   *
   * @param context a context
   * @return its thread
   */
  public int thread(int context) {
    return thread[context];
  }

  /**
   * Returns the context before the last acquire.
   *
   * @param context a context that holds something
   * @return its parent
   */
  public int parent(int context) {
    return parent[context];
  }

  /**
   * Returns whether a context is a root.
   *
   * @param context a context
   * @return whether no lock is held
   */
  public boolean holdsNothing(int context) {
    return parent[context] == NONE;
  }

  /**
   * Returns the lock that was acquired last.
   *
   * @param context a context that holds something
   * @return the lock
   */
  public int lock(int context) {
    return lockAndMode[context] >>> 1;
  }

  /**
   * Returns whether the lock that was acquired last is held in read mode.
   *
   * @param context a context that holds something
   * @return whether it is shared
   */
  public boolean isShared(int context) {
    return (lockAndMode[context] & 1) != 0;
  }

  /**
   * Returns whether two contexts hold one lock in common, at least one of them exclusively.
   *
   * @param a a context
   * @param b a context
   * @return whether their locksets protect them from each other; O(product of the locksets' sizes)
   */
  public boolean protect(int a, int b) {
    for (int x = a; parent[x] != NONE; x = parent[x]) {
      for (int y = b; parent[y] != NONE; y = parent[y]) {
        if (lock(x) == lock(y) && !(isShared(x) && isShared(y))) {
          return true;
        }
      }
    }
    return false;
  }

  private int add(int ofThread, int ofParent, int heldAs) {
    if (size == thread.length) {
      thread = IntArrays.grow(thread, size + 1);
      parent = IntArrays.grow(parent, size + 1);
      lockAndMode = IntArrays.grow(lockAndMode, size + 1);
    }
    thread[size] = ofThread;
    parent[size] = ofParent;
    lockAndMode[size] = heldAs;
    return size++;
  }
}

package io.racedet.event;

import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.BitSet;

/**
 * A thread together with the locks it holds, as one number.
 *
 * <p>Contexts form a tree: the root of a thread holds nothing, a child holds one lock more than its
 * parent. The order of acquisition is part of a context. Space is O(distinct contexts) that are not
 * dropped.
 *
 * <p>Not thread-safe.
 */
public final class LockContexts {
  private static final int NONE = -1;
  private static final int INITIAL = 64;

  private static final int MODES = 2; // bits
  private static final int SHARED = 1;
  private static final int EXCLUSIVE = 2;
  private static final int BOTH = SHARED | EXCLUSIVE;

  // The child of a context by one more lock, and the root of a thread as a child of no context.
  private Long2IntOpenHashMap children = emptyChildren();

  private int size;
  private int[] free = new int[0]; // contexts that may become others
  private int frees;
  private int[] thread = new int[INITIAL];
  private int[] parent = new int[INITIAL];
  private int[] lockAndMode = new int[INITIAL]; // | lock:31 | shared:1 |

  // By lock: the last pass that has marked it, so that two locksets are compared in linear time.
  private long[] marks = new long[0]; // | pass:62 | modes:2 |
  private long passes;

  /** Creates the tree without a thread. */
  public LockContexts() {}

  private static Long2IntOpenHashMap emptyChildren() {
    Long2IntOpenHashMap children = new Long2IntOpenHashMap();
    children.defaultReturnValue(NONE);
    return children;
  }

  /**
   * {@return the root of a thread: its context where it holds no lock}
   *
   * @param ofThread the thread
   */
  public int root(int ofThread) {
    long key = key(NONE, ofThread);
    int root = children.get(key);
    if (root == NONE) {
      root = add(ofThread, NONE, NONE);
      children.put(key, root);
    }
    return root;
  }

  /**
   * {@return the context with one more lock; the same number for the same arguments}
   *
   * @param context a context
   * @param lock the lock that is acquired
   * @param shared whether in read mode
   */
  public int child(int context, int lock, boolean shared) {
    int heldAs = LockUse.of(lock, shared);
    long key = key(context, heldAs);
    int child = children.get(key);
    if (child == NONE) {
      child = add(thread[context], context, heldAs);
      children.put(key, child);
    }
    return child;
  }

  private static long key(int context, int added) {
    return (long) context << Integer.SIZE | Integer.toUnsignedLong(added);
  }

  /** {@return how many contexts exist; at most {@link #size()}} */
  public int live() {
    return size - frees;
  }

  /**
   * Drops contexts that are no longer referred to; their numbers are reused for later contexts.
   * O(size).
   *
   * @param live the contexts that are referred to; those that they are derived from are added, and
   *     those that do not exist removed
   */
  public void retain(BitSet live) {
    live.clear(size, Math.max(size, live.length()));
    for (int i = 0; i < frees; i++) {
      live.clear(free[i]);
    }
    for (int context = live.nextSetBit(0); context >= 0; context = live.nextSetBit(context + 1)) {
      for (int up = parent[context]; up != NONE && !live.get(up); up = parent[up]) {
        live.set(up);
      }
    }
    children = emptyChildren();
    frees = 0;
    for (int context = size - 1; context >= 0; context--) {
      if (live.get(context)) {
        boolean isRoot = parent[context] == NONE;
        children.put(
            key(parent[context], isRoot ? thread[context] : lockAndMode[context]), context);
      } else {
        if (frees == free.length) {
          free = IntArrays.grow(free, frees + 1);
        }
        free[frees++] = context;
      }
    }
  }

  /** {@return one more than the largest context} */
  public int size() {
    return size;
  }

  /**
   * {@return the thread of a context}
   *
   * @param context a context
   */
  public int thread(int context) {
    return thread[context];
  }

  /**
   * {@return the parent of a context that holds something: its context before the last acquire}
   *
   * @param context a context that holds something
   */
  public int parent(int context) {
    return parent[context];
  }

  /**
   * {@return whether a context is a root, which holds no lock}
   *
   * @param context a context
   */
  public boolean holdsNothing(int context) {
    return parent[context] == NONE;
  }

  /**
   * {@return the lock that was acquired last}
   *
   * @param context a context that holds something
   */
  public int lock(int context) {
    return LockUse.lock(lockAndMode[context]);
  }

  /**
   * {@return whether the lock that was acquired last is held in read mode}
   *
   * @param context a context that holds something
   */
  public boolean isShared(int context) {
    return LockUse.isShared(lockAndMode[context]);
  }

  /**
   * {@return whether two contexts hold one lock in common, at least one of them exclusively, so
   * that their locksets protect them from each other; O(sum of the locksets' sizes), and O(1) if
   * one of the locks acquired last does so}
   *
   * @param a a context
   * @param b a context
   */
  public boolean protect(int a, int b) {
    int outerA = a;
    int outerB = b;
    if (holdsNothing(a) || holdsNothing(b)) {
      return false;
    }
    for (int inner = 1; !holdsNothing(outerA) || !holdsNothing(outerB); inner *= 2) {
      outerA = mark(a, inner);
      int y = b;
      for (int i = 0; i < inner && !holdsNothing(y); i++, y = parent[y]) {
        long modes = modes(lock(y));
        if ((modes & EXCLUSIVE) != 0 || modes != 0 && !isShared(y)) {
          return true;
        }
      }
      outerB = y;
    }
    return false;
  }

  /**
   * {@return whether one context has the same thread as another, and a subset of its locks, each in
   * the same mode; O(sum of the locksets' sizes)}
   *
   * @param context a context
   * @param other a context
   */
  public boolean holdsNoMore(int context, int other) {
    if (thread[context] != thread[other]) {
      return false;
    }
    if (holdsNothing(context)) {
      return true;
    }
    mark(other, Integer.MAX_VALUE);
    int c = context;
    while (parent[c] != NONE && (modes(lock(c)) & mode(c)) != 0) {
      c = parent[c];
    }
    return parent[c] == NONE;
  }

  /** Begins a pass, marks the locks acquired last, and returns the context around them. */
  private int mark(int context, int inner) {
    passes++;
    int c = context;
    for (int i = 0; i < inner && !holdsNothing(c); i++, c = parent[c]) {
      int lock = lock(c);
      if (lock >= marks.length) {
        marks = LongArrays.grow(marks, lock + 1);
      }
      marks[lock] = passes << MODES | modes(lock) | mode(c);
    }
    return c;
  }

  private int mode(int context) {
    return isShared(context) ? SHARED : EXCLUSIVE;
  }

  /** The modes in which this pass has marked a lock, 0 if it has not. */
  private long modes(int lock) {
    return lock < marks.length && marks[lock] >>> MODES == passes ? marks[lock] & BOTH : 0;
  }

  private int add(int ofThread, int ofParent, int heldAs) {
    int context = frees > 0 ? free[--frees] : next();
    thread[context] = ofThread;
    parent[context] = ofParent;
    lockAndMode[context] = heldAs;
    return context;
  }

  private int next() {
    if (size == thread.length) {
      thread = IntArrays.grow(thread, size + 1);
      parent = IntArrays.grow(parent, size + 1);
      lockAndMode = IntArrays.grow(lockAndMode, size + 1);
    }
    return size++;
  }
}

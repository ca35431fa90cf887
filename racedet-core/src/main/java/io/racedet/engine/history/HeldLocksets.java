package io.racedet.engine.history;

import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The locks that protect an access, by its kind and its context: a lock held in read mode protects
 * reads only, and atomic accesses hold one additional lock, common to all of them.
 */
public final class HeldLocksets {
  private static final int UNKNOWN = 0; // no access holds all locks
  private static final int KIND_BITS = 2;
  private static final int KIND_MASK = (1 << KIND_BITS) - 1;
  private static final int READ = 0;
  private static final int WRITE = 1;
  private static final int ATOMIC = 2;
  private static final int ATOMIC_LOCK = -1;

  private final LockContexts contexts;
  private final Locksets locksets;
  private int learnt; // number of contexts that are computed
  private int[] sets = new int[256]; // by | context:30 | kind:2 |
  private int[] path = new int[16]; // of contexts, while a lockset is computed

  public HeldLocksets(LockContexts contexts, Locksets locksets) {
    this.contexts = contexts;
    this.locksets = locksets;
  }

  /** Computes the locksets of plain accesses at all contexts so far. */
  public void learn() {
    for (int size = contexts.size(); learnt < size; learnt++) {
      atPlain(false, learnt);
      atPlain(true, learnt);
    }
  }

  /** The lockset of a plain access at a context that is already computed; a single load. */
  public int learnt(boolean write, int context) {
    return sets[context << KIND_BITS | (write ? WRITE : READ)];
  }

  /** The lockset of an access. */
  public int at(Op access, int context) {
    boolean write = access == Op.WRITE || access == Op.ATOMIC_WRITE;
    boolean atomic = access == Op.ATOMIC_READ || access == Op.ATOMIC_WRITE;
    return at(context << KIND_BITS | (write ? WRITE : READ) | (atomic ? ATOMIC : 0));
  }

  /** The lockset of a plain access. */
  int atPlain(boolean write, int context) {
    return at(context << KIND_BITS | (write ? WRITE : READ));
  }

  private int at(int slot) {
    int[] known = sets;
    if (slot < known.length && known[slot] != UNKNOWN) {
      return known[slot];
    }
    return compute(slot);
  }

  /* From the nearest context around it whose lockset is known. */
  private int compute(int slot) {
    if (slot >= sets.length) {
      sets = IntArrays.grow(sets, slot + 1);
    }
    int kind = slot & KIND_MASK;
    int depth = 0;
    int context = slot >>> KIND_BITS;
    while (sets[context << KIND_BITS | kind] == UNKNOWN && !contexts.holdsNothing(context)) {
      if (depth == path.length) {
        path = IntArrays.grow(path, depth + 1);
      }
      path[depth++] = context;
      context = contexts.parent(context);
    }
    if (sets[context << KIND_BITS | kind] == UNKNOWN) {
      sets[context << KIND_BITS | kind] = ofNothing(kind);
    }
    int set = sets[context << KIND_BITS | kind];
    while (depth > 0) {
      context = path[--depth];
      set = child(set, kind, context);
      sets[context << KIND_BITS | kind] = set;
    }
    return set;
  }

  private int ofNothing(int kind) {
    boolean isAtomic = (kind & ATOMIC) != 0;
    return isAtomic ? locksets.withNew(Locksets.EMPTY, ATOMIC_LOCK) : Locksets.EMPTY;
  }

  /** The set of the context around one, with its lock; only a shared one may be held already. */
  private int child(int set, int kind, int context) {
    int lock = contexts.lock(context);
    if (!contexts.isShared(context)) {
      return locksets.withNew(set, lock);
    }
    boolean isWrite = (kind & WRITE) != 0;
    return isWrite ? set : locksets.with(set, lock);
  }
}

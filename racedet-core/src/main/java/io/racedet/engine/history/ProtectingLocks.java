package io.racedet.engine.history;

import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * The locks that have protected all accesses to a variable since one that was ordered after all
 * earlier ones.
 */
final class ProtectingLocks {
  private final LockContexts contexts;
  private final Locksets locksets = new Locksets();
  private final HeldLocksets held;
  private int[] common = new int[0]; // by variable
  private long[] since = new long[0];

  ProtectingLocks(LockContexts contexts) {
    this.contexts = contexts;
    held = new HeldLocksets(contexts, locksets);
  }

  /** Whether a lock protects two accesses from each other. */
  boolean protect(int context, int other) {
    return contexts.protect(context, other);
  }

  /** Whether one context has the same thread as another and a subset of its locks. */
  boolean holdsNoMore(int context, int other) {
    return contexts.holdsNoMore(context, other);
  }

  /** The lockset of an access. */
  int lockset(Op access, int context) {
    return held.at(access, context);
  }

  /** The lockset of a plain access. */
  int plainLockset(boolean write, int context) {
    return held.atPlain(write, context);
  }

  /** The access after which {@link #isCommon} applies, 0 if to all accesses. */
  long since(int variable) {
    return variable < since.length ? since[variable] : 0;
  }

  /** Whether a lock of a set was held at all accesses to a variable since {@link #since}. */
  boolean isCommon(int variable, int lockset) {
    int before = variable < common.length ? common[variable] : Locksets.ALL;
    return locksets.meet(before, lockset) != Locksets.EMPTY;
  }

  /**
   * Records an access.
   *
   * @param afterAll whether all accesses to the variable so far are ordered before it
   */
  void note(int variable, int lockset, boolean afterAll, long epoch) {
    if (variable >= common.length) {
      grow(variable);
    }
    int before = common[variable];
    int now = locksets.meet(before, lockset);
    if (now == Locksets.EMPTY && afterAll) {
      since[variable] = epoch;
      now = Locksets.ALL;
    }
    if (now != before) {
      common[variable] = now;
    }
  }

  private void grow(int variable) {
    common = IntArrays.grow(common, variable + 1);
    since = LongArrays.grow(since, variable + 1);
  }
}

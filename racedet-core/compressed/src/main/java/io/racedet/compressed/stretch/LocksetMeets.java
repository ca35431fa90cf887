package io.racedet.compressed.stretch;

import io.racedet.compressed.summary.AccessKind;
import io.racedet.engine.history.Locksets;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The locks common to the accesses to a variable so far and to those that follow, and whose
 * accesses these are. Not thread-safe.
 */
final class LocksetMeets {
  private static final int NOBODY = 0;
  private static final int SEVERAL = -1;

  private final PresentLocksets present;
  private LocksetSummary next;
  private int[] keptLocksets = new int[16];
  private int[] keptWho = new int[16];

  private int lockset;
  private int who; // 1 + the only thread so far, negative for several
  private boolean written;

  LocksetMeets(PresentLocksets present) {
    this.present = present;
  }

  /** Begins with the accesses so far. */
  void begin(int ofLocks, int byWhom, boolean anyWrites) {
    lockset = ofLocks;
    who = byWhom;
    written = anyWrites;
  }

  /** Adds accesses that a set of locks protects. */
  void add(int thread, int kind, int protectedBy) {
    lockset = present.meet(lockset, protectedBy);
    who = who == NOBODY || who == thread + 1 ? thread + 1 : SEVERAL;
    written |= AccessKind.isWrite(kind);
  }

  /**
   * Whether the accesses violate the discipline. If all are atomic, they have a lock of their own
   * in common.
   */
  boolean violate() {
    return lockset == Locksets.EMPTY && who < 0 && written;
  }

  /** The locks common to all. */
  int lockset() {
    return lockset;
  }

  /** 1 + the thread whose accesses all are, negative for several threads, 0 for no access. */
  int who() {
    return who;
  }

  /** Selects the next stretch. */
  void lookAt(LocksetSummary following) {
    next = following;
    present.lookAt(following);
    int count = 2 * following.variables().length;
    keptLocksets = IntArrays.grow(keptLocksets, count, 0);
    keptWho = IntArrays.grow(keptWho, count, 0);
  }

  /** Adds entries of the next stretch; returns whether the accesses violate the discipline then. */
  boolean violateWith(int from, int to) {
    for (int entry = from; entry < to; entry++) {
      for (int kinds = next.kinds()[entry]; kinds != 0; kinds &= kinds - 1) {
        int kind = Integer.numberOfTrailingZeros(kinds);
        add(next.threads()[entry], kind, present.inNext(entry, kind));
      }
    }
    return violate();
  }

  /** Keeps the present result under a number. */
  void keep(int as) {
    keptLocksets[as] = lockset;
    keptWho[as] = who;
  }

  /** The locks of a kept result. */
  int lockset(int kept) {
    return keptLocksets[kept];
  }

  /** The threads of a kept result. */
  int who(int kept) {
    return keptWho[kept];
  }
}

package io.racedet.compressed.stretch;

import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.HeldContexts;
import io.racedet.compressed.summary.OpenSummary;
import io.racedet.engine.history.HeldLocksets;
import io.racedet.engine.history.Locksets;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import java.util.Arrays;

/**
 * The locks that protect accesses after the stretch that begins a trace, and in the next one, as
 * numbers of {@link Locksets}. Not thread-safe.
 */
final class PresentLocksets {
  private static final Op[] OPS = new Op[AccessKind.COUNT]; // by kind

  static {
    OPS[AccessKind.READ] = Op.READ;
    OPS[AccessKind.WRITE] = Op.WRITE;
    OPS[AccessKind.ATOMIC_READ] = Op.ATOMIC_READ;
    OPS[AccessKind.ATOMIC_WRITE] = Op.ATOMIC_WRITE;
  }

  private final Locksets locksets = new Locksets();
  private final LockContexts contexts = new LockContexts();
  private final HeldContexts held = new HeldContexts(contexts);
  private final HeldLocksets ofContexts = new HeldLocksets(contexts, locksets);

  // The last set of the next stretch of each kind: many entries have the same.
  private LocksetSummary next;
  private final int[] lastContext = new int[AccessKind.COUNT];
  private final int[] lastFrom = new int[AccessKind.COUNT];
  private final int[] lastNumber = new int[AccessKind.COUNT]; // ALL for none

  /** The locks common to two sets. */
  int meet(int lockset, int other) {
    return locksets.meet(lockset, other);
  }

  /** Adds an acquire or a release. */
  void take(Op op, int thread, int lock) {
    held.take(op, thread, lock);
  }

  /** The locks that protect an access by a thread now. */
  int now(int thread, int kind) {
    return ofContexts.at(OPS[kind], held.context(thread));
  }

  /** Selects the next stretch. */
  void lookAt(LocksetSummary following) {
    next = following;
    Arrays.fill(lastNumber, Locksets.ALL);
    held.lookAt(following.open());
  }

  /** The locks that protect the accesses of a kind in an entry of the next stretch. */
  int inNext(int entry, int kind) {
    int context = held.throughout(next.threads()[entry]);
    int words = next.words();
    int from = (2 * entry + (AccessKind.isWrite(kind) ? 1 : 0)) * words;
    if (lastNumber[kind] == Locksets.ALL
        || lastContext[kind] != context
        || !isSame(lastFrom[kind], from, words)) {
      lastContext[kind] = context;
      lastFrom[kind] = from;
      lastNumber[kind] = with(ofContexts.at(OPS[kind], context), from, words);
    }
    return lastNumber[kind];
  }

  private boolean isSame(int from, int other, int words) {
    long[] sets = next.sets();
    return Arrays.equals(sets, from, from + words, sets, other, other + words);
  }

  /** The number of the union of a set and one of the next stretch. */
  private int with(int set, int from, int words) {
    int all = set;
    for (int w = 0; w < words; w++) {
      for (long rest = next.sets()[from + w]; rest != 0; rest &= rest - 1) {
        all = locksets.with(all, next.locks()[w * Long.SIZE + Long.numberOfTrailingZeros(rest)]);
      }
    }
    return all;
  }

  /** Appends the next stretch. */
  void append(OpenSummary following) {
    held.append(following);
  }
}

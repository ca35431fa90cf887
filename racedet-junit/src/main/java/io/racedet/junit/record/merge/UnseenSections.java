package io.racedet.junit.record.merge;

import io.racedet.event.Op;
import io.racedet.runtime.log.Aspects;
import it.unimi.dsi.fastutil.ints.IntArrays;

/** Emits the events of {@link UnseenCode}. A section without any other event has none of them. */
final class UnseenSections {
  private static final int NONE = 0;

  /** Receives the events. */
  interface Output {
    void emit(Op op, int slot, int operand);
  }

  private final UnseenCode code;
  private final UnseenLocks locks;
  private final TraceIds ids;
  private final Output out;

  /** By thread, the lock (plus one) that it has acquired last, while no event has followed. */
  private int[] acquired = new int[16];

  UnseenSections(MergePlan plan, TraceIds ids, Output out) {
    this.code = new UnseenCode();
    this.locks = plan.unseenLocks();
    this.ids = ids;
    this.out = out;
  }

  /** A thread is about to acquire a lock that it does not hold in this mode. */
  void acquiring(int slot, int lock, boolean shared) {
    code.acquired(slot, lock, shared);
  }

  /** It has acquired it. */
  void acquired(int slot, int lock) {
    if (covers(lock)) {
      acquired = IntArrays.grow(acquired, slot + 1);
      acquired[slot] = lock + 1;
    }
  }

  private boolean hasJustAcquired(int slot) {
    return slot < acquired.length && acquired[slot] != NONE;
  }

  /** Called before each event of a thread, except for the release of its last lock. */
  void event(int slot) {
    if (hasJustAcquired(slot)) {
      int last = acquired[slot];
      acquired[slot] = NONE;
      unseen(Op.SYNC_READ, slot, last - 1);
    }
  }

  /** Unrecorded code runs, or has acquired a lock, as a record says. */
  void begin(LogCursor at) {
    if (at.aspect() == Aspects.UNSEEN) {
      begin(at.slot());
    } else {
      int lock = ids.locks.of(LockBook.key(at), at.operand());
      begin(at.slot(), lock, false);
      begin(at.slot(), lock, true);
    }
  }

  /** Unrecorded code runs under all locks of the thread. */
  void begin(int slot) {
    code.begins(slot, lock -> receive(slot, lock));
  }

  /** Unrecorded code has acquired the lock. */
  void begin(int slot, int lock, boolean shared) {
    if (code.beginsUnder(slot, lock, shared)) {
      receive(slot, lock);
    }
  }

  private void receive(int slot, int lock) {
    event(slot);
    if (covers(lock)) {
      code.receives(slot, lock, sender -> seen(Op.RECEIVE, slot, lock, sender));
    } else { // held since before the recording
      unseen(Op.SYNC_READ, slot, lock);
    }
  }

  /** A thread is about to release a lock. */
  void end(int slot, int lock, boolean shared) {
    boolean isEmpty = hasJustAcquired(slot) && acquired[slot] == lock + 1;
    if (isEmpty) {
      acquired[slot] = NONE;
    }
    if (code.released(slot, lock, shared)) {
      unseen(Op.SYNC_WRITE, slot, lock);
    } else if (!shared && !isEmpty && covers(lock)) {
      code.sends(slot, lock);
      seen(Op.SEND, slot, lock, slot);
    }
  }

  /** Forgets a lock, which no thread acquires any more. */
  void forget(int lock) {
    code.forget(lock);
  }

  private boolean covers(int lock) {
    return locks.contains(ids.locks.first(lock), ids.locks.second(lock));
  }

  private void unseen(Op op, int slot, int lock) {
    out.emit(op, slot, ids.syncs.of(key(lock, Aspects.UNSEEN), lock));
  }

  private void seen(Op op, int slot, int lock, int sender) {
    long channel = (long) lock << Integer.SIZE | sender;
    out.emit(op, slot, ids.channels.of(key(lock, Aspects.SEEN), channel));
  }

  private long key(int lock, int aspect) {
    return LockBook.key(LockBook.object(ids.locks.first(lock)), aspect);
  }
}

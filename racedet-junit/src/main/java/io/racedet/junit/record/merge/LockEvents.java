package io.racedet.junit.record.merge;

import io.racedet.event.Op;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;

/** Emits what threads do with locks, and what is missing of that, so that the trace fits. */
final class LockEvents {
  private static final int NO_THREAD = -1;

  private final Knowledge known;
  private final TraceTally tally;
  private final UnseenSections out;
  private final LockBook book = new LockBook();

  LockEvents(Knowledge known, TraceTally tally, UnseenSections out) {
    this.known = known;
    this.tally = tally;
    this.out = out;
  }

  void acquire(int slot, int lock, boolean shared, int times, int site) {
    releaseForOthers(slot, lock, false);
    if (!shared) {
      releaseForOthers(slot, lock, true);
    }
    if (times > 0 && book.depth(lock, slot, shared) == 0) {
      out.acquiring(slot, lock, shared);
    }
    book.acquire(lock, slot, shared, times);
    boolean outermost = times > 0 && book.depth(lock, slot, shared) == times;
    emitTimes(shared ? Op.ACQUIRE_SHARED : Op.ACQUIRE, times, slot, lock, site);
    if (outermost) {
      out.acquired(slot, lock);
    }
    if (known.scope.isUnseen(site)) {
      out.begin(slot, lock, shared);
    }
  }

  /* A lock is free before it is acquired; releases that were not recorded are added. */
  private void releaseForOthers(int slot, int lock, boolean shared) {
    for (int other = book.otherHolder(lock, slot, shared);
        other != NO_THREAD;
        other = book.otherHolder(lock, slot, shared)) {
      tally.repair();
      out.end(other, lock, shared);
      Op op = shared ? Op.RELEASE_SHARED : Op.RELEASE;
      emitTimes(op, book.releaseAll(lock, other, shared), other, lock, Layout.NONE);
    }
  }

  void release(int slot, int lock, boolean shared, int site) {
    if (book.depth(lock, slot, shared) == 1) {
      out.end(slot, lock, shared);
    }
    if (book.release(lock, slot, shared)) {
      out.emit(shared ? Op.RELEASE_SHARED : Op.RELEASE, slot, lock, site);
    } else {
      tally.repair();
    }
  }

  /** Releases all holds of a lock, for a wait. */
  void beginWait(LogCursor at, int lock) {
    int slot = at.slot();
    out.event(slot); // unrecorded code may ask who waits: the section is not empty
    if (book.depth(lock, slot, false) > 0) {
      out.end(slot, lock, false);
    }
    int holds = book.beginWait(lock, slot);
    if (holds == 0 && at.syncOp() == OpCodes.RELEASE_ALL && known.mayHoldUnknownLocks()) {
      tally.repair(); // it has held the lock since before the recording
    }
    emitTimes(Op.RELEASE, holds, slot, lock, at.site());
  }

  /** Acquires as many holds of a lock as a wait has released. */
  void endWait(LogCursor at, int lock) {
    int holds = book.endWait(lock, at.slot(), known.holdsAfterWait(at.seq()));
    if (holds > 0) {
      acquire(at.slot(), lock, false, holds, at.site());
    }
  }

  private void emitTimes(Op op, int times, int slot, int lock, int site) {
    for (int i = 0; i < times; i++) {
      out.emit(op, slot, lock, site);
    }
  }
}

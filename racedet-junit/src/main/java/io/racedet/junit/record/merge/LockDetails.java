package io.racedet.junit.record.merge;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.EffectCode;
import io.racedet.runtime.memory.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * What only dead-locks depend on: which acquires are tries, that would not have waited, and the
 * sections of locks with stamps. The latter are not sections of the trace: any thread may end them,
 * and what they order is sent and received. A trace for dead-locks has them in place of that.
 */
final class LockDetails {
  private static final int NO_THREAD = -1;
  private static final long NONE = 0;

  private final TraceIds ids;
  private final EventSink stamps; // null if these sections are not wanted
  private final boolean replaces;
  private final LockBook book = new LockBook();
  private final Int2LongOpenHashMap tried = new Int2LongOpenHashMap(); // the object, by slot
  private final LongOpenHashSet stamped = new LongOpenHashSet();

  /**
   * Starts without a lock.
   *
   * @param stamps receives the sections of locks with stamps; null for nobody
   * @param replaces whether they are part of the trace, and what they send and receive is not
   */
  LockDetails(TraceIds ids, EventSink stamps, boolean replaces) {
    this.ids = ids;
    this.stamps = stamps;
    this.replaces = replaces;
    tried.defaultReturnValue(NONE);
  }

  /** Follows a sync record. Returns whether nothing else is to be done with it. */
  boolean takes(LogCursor at, QueriedLocks.Output out) {
    switch (at.syncOp()) {
      case OpCodes.BID ->
          tried.put(at.slot(), (at.operand() & EffectCode.BID_TRIES) == 0 ? NONE : at.object());
      case OpCodes.ACQUIRE, OpCodes.ACQUIRE_SHARED -> {
        if (!tried.isEmpty() && tried.get(at.slot()) == at.object() && at.object() != NONE) {
          ids.addTry(at.site());
        }
      }
      case OpCodes.SEND, OpCodes.RECEIVE -> {
        return replaces && at.aspect() >= Aspects.FIRST_FREE && stamped.contains(at.object());
      }
      default -> {
        /* No other operation is about a lock, or about what it sends. */
      }
    }
    if (at.aspect() != Aspects.STAMP) {
      return false;
    }
    if (stamps != null) {
      send(at, out);
    }
    return true;
  }

  private void send(LogCursor at, QueriedLocks.Output out) {
    int lock = ids.locks.of(LockBook.key(at), 0);
    int slot = at.slot();
    stamped.add(at.object());
    switch (at.syncOp()) {
      case OpCodes.ACQUIRE -> acquire(lock, slot, false, at.site(), out);
      case OpCodes.ACQUIRE_SHARED -> acquire(lock, slot, true, at.site(), out);
      case OpCodes.RELEASE -> release(lock, slot, false, at.site(), out);
      default -> release(lock, slot, true, at.site(), out);
    }
  }

  private void acquire(int lock, int slot, boolean shared, int site, QueriedLocks.Output out) {
    endOthers(lock, slot, false, out);
    if (!shared) {
      endOthers(lock, slot, true, out);
    }
    book.acquire(lock, slot, shared, 1);
    send(shared ? Op.ACQUIRE_SHARED : Op.ACQUIRE, slot, lock, site, out);
  }

  /** Ends the sections that another thread has ended. */
  private void endOthers(int lock, int slot, boolean shared, QueriedLocks.Output out) {
    for (int other = book.otherHolder(lock, slot, shared);
        other != NO_THREAD;
        other = book.otherHolder(lock, slot, shared)) {
      release(lock, other, shared, -1, out);
    }
  }

  private void release(int lock, int slot, boolean shared, int site, QueriedLocks.Output out) {
    if (book.release(lock, slot, shared)) {
      send(shared ? Op.RELEASE_SHARED : Op.RELEASE, slot, lock, site, out);
    }
  }

  private void send(Op op, int slot, int lock, int site, QueriedLocks.Output out) {
    if (replaces) {
      out.emit(op, slot, lock, site);
    } else {
      stamps.event(op, ids.thread(slot), lock, ids.location(site));
    }
  }
}

package io.racedet.junit.record.merge;

import io.racedet.event.Op;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * The locks that a thread asks for their state. What a query sees is the state that the last bid
 * for the lock or release of it has left: these are sends only if the recording has a query, and a
 * bid that fails is none. Reads the records thread by thread.
 */
final class QueriedLocks {
  private static final long NONE = -1;

  private final LongOpenHashSet locks = new LongOpenHashSet();
  private final LongOpenHashSet failedBids = new LongOpenHashSet();
  private final Long2LongOpenHashMap lastBids = new Long2LongOpenHashMap();

  QueriedLocks() {
    lastBids.defaultReturnValue(NONE);
  }

  void nextThread() {
    lastBids.clear();
  }

  void add(LogCursor at) {
    switch (at.syncOp()) {
      case OpCodes.BID -> lastBids.put(LockBook.key(at), at.seq());
      case OpCodes.FAIL -> {
        failedBids.add(lastBids.get(LockBook.key(at)));
        locks.add(LockBook.key(at));
      }
      case OpCodes.QUERY -> locks.add(LockBook.key(at));
      default -> {} // no other operation is about the state of a lock
    }
  }

  /** Whether a record changes what queries see, or is a query. */
  boolean concerns(LogCursor at) {
    return !locks.isEmpty() && locks.contains(LockBook.key(at)) && !failedBids.contains(at.seq());
  }

  /**
   * Emits what a record that concerns queries is. Bids and releases, which end what a query may
   * see, are recorded before they take effect.
   */
  static void emit(LogCursor at, TraceIds ids, Emitter out) {
    int state = ids.channels.of(LockBook.key(at.object(), Aspects.QUERIED), at.aspect());
    switch (at.syncOp()) {
      case OpCodes.QUERY, OpCodes.FAIL -> out.emit(Op.RECEIVE, at.slot(), state, at.site());
      case OpCodes.BID,
          OpCodes.RELEASE,
          OpCodes.RELEASE_SHARED,
          OpCodes.RELEASE_ALL,
          OpCodes.RELEASE_ANY ->
          out.emit(Op.SEND, at.slot(), state, at.site());
      default -> {} // no other operation changes what a query sees
    }
  }
}

package io.racedet.junit.record.merge;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * What only deadlocks depend on: which acquires are tries, that would not have waited, the sections
 * of the bins of maps, and those of locks with stamps. The latter are not sections of the trace:
 * any thread may end them, and what they order is sent and received. A trace for deadlocks has them
 * in place of that, but of locks of which it is not known who ends the sections.
 */
final class LockDetails {
  private static final int NO_THREAD = -1;
  private static final long NONE = 0;

  /**
   * The locks with stamps that threads hand over: some thread ends more sections than it has begun,
   * or fewer. In between it is not known which thread holds such a lock. Reads the records thread
   * by thread, or in their order.
   */
  static final class HandedStamps {
    /** None, as long as a recording is in progress. */
    static final HandedStamps UNKNOWN = new HandedStamps();

    private static final int SLOT_SHIFT = 1;
    private static final int OBJECT_SHIFT = 28;

    private final Long2IntOpenHashMap open = new Long2IntOpenHashMap(); // sections, by their key
    private final LongOpenHashSet handed = new LongOpenHashSet(); // objects

    void add(LogCursor at) {
      if (at.aspect() != Aspects.STAMP) {
        return;
      }
      switch (at.syncOp()) {
        case OpCodes.ACQUIRE -> open.addTo(key(at, 0), 1);
        case OpCodes.ACQUIRE_SHARED -> open.addTo(key(at, 1), 1);
        case OpCodes.RELEASE -> end(at, key(at, 0));
        default -> end(at, key(at, 1));
      }
    }

    private static long key(LogCursor at, int shared) {
      return at.object() << OBJECT_SHIFT | (long) at.slot() << SLOT_SHIFT | shared;
    }

    private void end(LogCursor at, long key) {
      if (open.addTo(key, -1) <= 0) {
        handed.add(at.object());
      }
    }

    /** There are no more records. */
    void end() {
      for (Long2IntMap.Entry section : open.long2IntEntrySet()) {
        if (section.getIntValue() > 0) {
          handed.add(section.getLongKey() >>> OBJECT_SHIFT);
        }
      }
    }

    boolean contains(long object) {
      return handed.contains(object);
    }
  }

  private final TraceIds ids;
  private final HandedStamps handed;
  private final EventSink sink; // null if nothing of this is wanted
  private final boolean replaces;
  private final LockBook book = new LockBook();
  private final Int2LongOpenHashMap tried = new Int2LongOpenHashMap(); // the object, by slot
  private final LongOpenHashSet stamped = new LongOpenHashSet();
  private boolean isTry; // whether the present record is an acquire that is one

  /** A request for a bin that was not free, by slot: the thread waits until it is. */
  private final Int2ObjectOpenHashMap<BinRequest> waiting = new Int2ObjectOpenHashMap<>();

  /**
   * Starts without a lock.
   *
   * @param handed the locks whose sections are left out
   * @param sink receives acquires and releases, those of locks with stamps, too; null for nobody
   * @param replaces whether it receives all of the trace, but not what locks with stamps send
   */
  LockDetails(TraceIds ids, HandedStamps handed, EventSink sink, boolean replaces) {
    this.ids = ids;
    this.handed = handed;
    this.sink = sink;
    this.replaces = replaces;
    tried.defaultReturnValue(NONE);
  }

  private record BinRequest(int lock, boolean shared, int site) {}

  /** Follows a sync record. Returns whether nothing else is to be done with it. */
  boolean consumes(LogCursor at, Emitter out) {
    isTry = false;
    if (!waiting.isEmpty()) {
      waiting.remove(at.slot()); // it has gone on without waiting
    }
    if (at.aspect() == Aspects.BIN) {
      if (sink != null) {
        bin(at, out);
      }
      return true;
    }
    switch (at.syncOp()) {
      case OpCodes.BID ->
          tried.put(at.slot(), (at.operand() & EffectCode.BID_TRIES) == 0 ? NONE : at.object());
      case OpCodes.ACQUIRE, OpCodes.ACQUIRE_SHARED ->
          isTry = !tried.isEmpty() && tried.get(at.slot()) == at.object() && at.object() != NONE;
      case OpCodes.SEND, OpCodes.RECEIVE -> {
        return replaces && at.aspect() >= Aspects.FIRST_FREE && stamped.contains(at.object());
      }
      default -> {} // no other operation is about a lock, or about what it sends
    }
    if (at.aspect() != Aspects.STAMP) {
      return false;
    }
    if (sink != null && !handed.contains(at.object())) {
      send(at, out);
    }
    return true;
  }

  private void send(LogCursor at, Emitter out) {
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

  /* What a thread holds it has requested before, or has got without waiting for it. */
  private void bin(LogCursor at, Emitter out) {
    boolean isBid = at.syncOp() == OpCodes.BID;
    long hash = isBid ? at.operand() >>> EffectCode.BID_BITS : at.operand();
    int lock = ids.locks.of(LockBook.key(at), hash);
    int slot = at.slot();
    isTry = !isBid;
    switch (at.syncOp()) {
      case OpCodes.BID -> {
        boolean shared = (at.operand() & EffectCode.BID_SHARED) != 0;
        request(slot, new BinRequest(lock, shared, at.site()), out);
      }
      case OpCodes.ACQUIRE -> acquire(lock, slot, false, at.site(), out);
      case OpCodes.ACQUIRE_SHARED -> acquire(lock, slot, true, at.site(), out);
      default -> {
        release(lock, slot, at.syncOp() == OpCodes.RELEASE_SHARED, at.site(), out);
        requestAgain(lock, out);
      }
    }
  }

  /** A request for a bin becomes a section without content, as soon as the bin is free. */
  private void request(int slot, BinRequest request, Emitter out) {
    boolean isFree =
        book.otherHolder(request.lock, slot, false) == NO_THREAD
            && (request.shared || book.otherHolder(request.lock, slot, true) == NO_THREAD);
    if (!isFree) {
      waiting.put(slot, request);
      return;
    }
    waiting.remove(slot);
    boolean shared = request.shared;
    send(shared ? Op.ACQUIRE_SHARED : Op.ACQUIRE, slot, request.lock, request.site, out);
    send(shared ? Op.RELEASE_SHARED : Op.RELEASE, slot, request.lock, request.site, out);
  }

  private void requestAgain(int lock, Emitter out) {
    isTry = false;
    for (int slot : waiting.keySet().toIntArray()) {
      BinRequest request = waiting.get(slot);
      if (request.lock == lock) {
        request(slot, request, out);
      }
    }
  }

  private void acquire(int lock, int slot, boolean shared, int site, Emitter out) {
    endOthers(lock, slot, false, out);
    if (!shared) {
      endOthers(lock, slot, true, out);
    }
    book.acquire(lock, slot, shared, 1);
    send(shared ? Op.ACQUIRE_SHARED : Op.ACQUIRE, slot, lock, site, out);
  }

  /** Ends the sections that another thread has ended. */
  private void endOthers(int lock, int slot, boolean shared, Emitter out) {
    for (int other = book.otherHolder(lock, slot, shared);
        other != NO_THREAD;
        other = book.otherHolder(lock, slot, shared)) {
      release(lock, other, shared, -1, out);
    }
  }

  private void release(int lock, int slot, boolean shared, int site, Emitter out) {
    if (book.release(lock, slot, shared)) {
      send(shared ? Op.RELEASE_SHARED : Op.RELEASE, slot, lock, site, out);
    }
  }

  private void send(Op op, int slot, int lock, int site, Emitter out) {
    if (replaces) {
      out.emit(op, slot, lock, site);
    } else {
      follow(op, slot, lock, site);
    }
  }

  /** Sends an event of the trace to who receives those of locks, of starts and of joins only. */
  void follow(Op op, int slot, int operand, int site) {
    if (sink != null && !replaces && isFollowed(op)) {
      sink.event(op, ids.thread(slot), operand, locationOfLock(op, site));
    }
  }

  private static boolean isFollowed(Op op) {
    return switch (op) {
      case ACQUIRE, RELEASE, ACQUIRE_SHARED, RELEASE_SHARED, FORK, JOIN -> true;
      default -> false;
    };
  }

  /** The location of an event of the trace. */
  int location(Op op, int site) {
    return replaces ? locationOfLock(op, site) : ids.location(site);
  }

  private int locationOfLock(Op op, int site) {
    boolean isTried = isTry && (op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED);
    return isTried ? ids.tryLocation(site) : ids.location(site);
  }
}

package io.racedet.junit.record.merge;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.ids.Aliases;
import io.racedet.junit.record.ids.Freezes;
import io.racedet.junit.record.ids.PairIds;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.function.LongPredicate;

/**
 * Translates merged records into well-formed events with dense ids: determines the operation of
 * each site, drops accesses that are out of scope, expands waits and ranges, and adds events that
 * no hook records (the acquires of locks that were held at the start, and the receives of
 * initialised classes and frozen fields). Each record goes one way: from here, through what knows
 * its kind, to {@link UnseenSections} and {@link EventOutput}, which sends its events.
 */
public final class EventTranslator implements RecordSink {
  private final Knowledge known;
  private final CodeScope scope;
  private final boolean isCounter;
  private final TraceIds ids;
  private final TraceTally tally = new TraceTally();
  private final LeftoverThreads leftover;
  private final LockDetails details;
  private final EventOutput output;
  private final UnseenSections out;
  private final LockEvents locks;
  private final UnknownCalls calls;
  private final IntOpenHashSet forked = new IntOpenHashSet();
  private final IntOpenHashSet classesSent = new IntOpenHashSet();
  private final LongOpenHashSet classesReceived = new LongOpenHashSet();
  private final AccessorCalls accessors;
  private final Freezes freezes = new Freezes();
  private final Aliases aliases = new Aliases();
  private final Int2IntOpenHashMap reasonsToDiscard = new Int2IntOpenHashMap();

  /**
   * Starts a translation.
   *
   * @param isCounter whether all variables get the same id, which costs much less
   * @param ofLocks receives acquires and releases, see {@link LockDetails}; if it is {@code out},
   *     the sections of locks with stamps replace what these send and receive; null for nobody
   */
  public EventTranslator(Knowledge known, EventSink out, boolean isCounter, EventSink ofLocks) {
    this.known = known;
    this.isCounter = isCounter;
    scope = known.scope;
    ids = new TraceIds(isCounter ? null : known.walkedArrays);
    leftover = known.leftoverThreads(ids);
    details = new LockDetails(ids, known.handedStamps(), ofLocks, ofLocks == out);
    output = new EventOutput(ids, tally, leftover, details, out);
    this.out = new UnseenSections(known, ids, output);
    locks = new LockEvents(known, tally, this.out);
    calls = known.unknownCalls();
    accessors = new AccessorCalls(known.catalog, ids);
  }

  public TraceIds ids() {
    return ids;
  }

  public TraceTally tally() {
    return tally;
  }

  /** Forgets objects of which no later record is. */
  public void forget(LongPredicate objects) {
    ids.variables.forget(objects);
    aliases.forget(objects);
    calls.forget(objects);
    freezes.forget(objects);
  }

  /** Forgets an id of an object that is forgotten. */
  public void forget(Operand space, int id) {
    if (space == Operand.LOCK) {
      out.forget(id);
    }
  }

  /** Whether other objects use what has a {@link LockBook#key} of an object that is forgotten. */
  public boolean isUsedByOthers(long key) {
    long object = LockBook.object(key);
    boolean isOfCalls = LockBook.aspect(key) == Aspects.UNKNOWN_CALL;
    return aliases.isOriginal(object) || isOfCalls && !calls.isOver(object);
  }

  /**
   * Emits ACQUIREs of locks that were held at the start, and before that the begins of waits, so
   * that what ends them is known.
   */
  public void begin() {
    for (InitialHolds.Hold wait : known.initialHolds.waits()) {
      int lock = ids.locks.of(wait.key(), wait.operand());
      locks.acquire(wait.slot(), lock, false, 1, Layout.NONE);
      locks.release(wait.slot(), lock, false, Layout.NONE);
    }
    for (InitialHolds.Hold hold : known.initialHolds.holds()) {
      int lock = ids.locks.of(hold.key(), hold.operand());
      locks.acquire(hold.slot(), lock, hold.shared(), 1, Layout.NONE);
    }
  }

  @Override
  public boolean record(LogCursor at) {
    receiveClasses(at.slot(), known.classInits().needed(at));
    if (at.isAccess()) {
      access(at);
    } else if (at.isAgain()) {
      again(at);
    } else if (at.isWalk()) {
      walk(at);
    } else if (at.kind() == Layout.SYNC && !scope.ignores(at)) {
      sync(at);
    } else if (at.kind() == Layout.ENTER || at.kind() == Layout.EXIT) {
      accessors.record(at);
    }
    return true;
  }

  /** Whether what an instruction does counts. */
  public boolean isInScope(int site) {
    return scope.contains(site);
  }

  /* ---- data accesses ---- */

  private void access(LogCursor at) {
    int kind = at.kind();
    int site = at.site();
    if (kind == Layout.FREEZE) {
      freezes.add(at.object(), at.slot());
      if (known.isOfOneThread(at.object())) {
        leaveOut(at.slot(), site, 1); // nobody receives it
      } else {
        out.emit(Op.SEND, at.slot(), freezeChannel(at.object()), site);
      }
    } else if (scope.contains(site)) {
      if (kind == Layout.FINAL_FIELD && freezes.receive(at.slot(), at.object())) {
        out.emit(Op.RECEIVE, at.slot(), freezeChannel(at.object()), at.site());
      }
      access(at, scope.opOf(kind, site), at.key());
    } else if (scope.isUnseen(site)) {
      out.begin(at.slot());
    }
  }

  /* What changes a collection also looks at it: returns what it replaces, counts, or compares. */
  private void access(LogCursor at, Op op, int key) {
    if (op == Op.WRITE && Layout.isOfCollection(key)) {
      access(Op.READ, at.slot(), at.object(), key, at.site());
    }
    access(op, at.slot(), at.object(), key, at.site());
  }

  private void access(Op op, int slot, long object, int key, int site) {
    if (!isVoid(op, slot)) {
      tally.access(slot);
      int place = accessors.placeOf(slot, site);
      if (known.isOfOneThread(object)) {
        leaveOut(slot, place, 1);
      } else {
        out.emit(op, slot, variable(object, key, site), place);
      }
    }
  }

  /* The instruction was executed all the same, and the critical section that it is in has begun. */
  private void leaveOut(int slot, int place, int count) {
    out.event(slot);
    ids.location(place);
    tally.leaveOut(slot, count);
  }

  /** Whether an earlier repetition has left a thread behind: what it does is no access. */
  public boolean isLeftover(int slot) {
    return leftover.isOutside(slot);
  }

  private boolean isVoid(Op op, int slot) {
    boolean discarded =
        (op == Op.READ || op == Op.ATOMIC_READ)
            && !reasonsToDiscard.isEmpty()
            && reasonsToDiscard.get(slot) > 0;
    return discarded || isLeftover(slot);
  }

  private int variable(long object, int key, int site) {
    long field = object == 0 ? known.types.staticKey(key, site) : key;
    return ids.variables.of(object, field);
  }

  /* The instruction is in the scope: accesses of others end the span. */
  private void again(LogCursor at) {
    if (!isVoid(at.kind() == Layout.AGAIN ? Op.READ : Op.WRITE, at.slot())) {
      int place = accessors.placeOf(at.slot(), at.site());
      if (known.isOfOneThread(at.object())) {
        leaveOut(at.slot(), place, 1);
        return;
      }
      out.emit(Op.AGAIN, at.slot(), variable(at.object(), at.key(), at.site()), place);
    }
  }

  /* The instruction of a walk is in the scope: of others nothing is known while they run. */
  private void walk(LogCursor at) {
    int slot = at.slot();
    Op op = scope.opOf(Layout.ELEMENT, at.site());
    if (isVoid(op, slot)) {
      return;
    }
    if (known.isOfOneThread(at.object())) {
      tally.access(slot, at.steps());
      leaveOut(slot, at.site(), at.steps());
    } else {
      out.event(slot);
      output.walk(at, op);
    }
  }

  private void range(LogCursor at, Op op) {
    boolean isInScope = scope.contains(at.site());
    if (isInScope && isCounter && known.expandsAll() && !isVoid(op, at.slot())) {
      out.event(at.slot());
      tally.accesses(at.slot(), accesses(at));
    } else if (isInScope) {
      boolean isOfArray = at.isOfArray();
      known.forEachElement(
          at, index -> access(at, op, isOfArray ? index : Layout.keyOfElement(index)));
    } else if (scope.isUnseen(at.site())) {
      out.begin(at.slot());
    }
  }

  /* Who writes an element of a collection also reads it. */
  private static int accesses(LogCursor range) {
    int times = !range.isOfArray() && range.syncOp() == OpCodes.WRITE ? 2 : 1;
    return range.isRange() ? times * range.rangeLength() : 0;
  }

  /* ---- events that no hook records ---- */

  private int freezeChannel(long object) {
    return ids.channels.of(LockBook.key(object, Aspects.FREEZE), 0);
  }

  private void receiveClasses(int slot, int[] classes) {
    for (int received : classes) {
      if (classesSent.contains(received)
          && known.classInits().initializer(received) != slot
          && classesReceived.add((long) slot << 32 | received)) {
        out.emit(Op.RECEIVE, slot, classChannel(received), Layout.NONE);
      }
    }
  }

  private int classChannel(int index) {
    return ids.channels.of(LockBook.key(0, Aspects.CLASS_INIT), index);
  }

  /* ---- sync operations ---- */

  private void sync(LogCursor at) {
    if (at.aspect() == Aspects.LIBRARY_CALL) {
      return; // LibraryCallPass makes events of it
    }
    int slot = at.slot();
    int site = at.site();
    changeReasonsToDiscard(slot, known.changeOfReasons(at));
    if (details.consumes(at, out)) {
      return;
    }
    if (known.concernsQueries(at)) {
      QueriedLocks.emit(at, ids, out);
    }
    switch (at.syncOp()) {
      case OpCodes.READ -> range(at, Op.READ);
      case OpCodes.WRITE -> range(at, Op.WRITE);
      case OpCodes.BY_SITE -> syncAccess(scope.volatileOp(site), at);
      case OpCodes.SYNC_READ, OpCodes.SYNC_WRITE -> syncAccess(Op.of(at.syncOp()), at);
      case OpCodes.SEND, OpCodes.RECEIVE -> channel(at);
      case OpCodes.ACQUIRE -> locks.acquire(slot, sync(at, ids.locks), false, 1, site);
      case OpCodes.ACQUIRE_SHARED -> locks.acquire(slot, sync(at, ids.locks), true, 1, site);
      case OpCodes.RELEASE -> locks.release(slot, sync(at, ids.locks), false, site);
      case OpCodes.RELEASE_SHARED -> locks.release(slot, sync(at, ids.locks), true, site);
      case OpCodes.RELEASE_ALL, OpCodes.RELEASE_ANY -> locks.beginWait(at, sync(at, ids.locks));
      case OpCodes.ACQUIRE_ALL -> locks.endWait(at, sync(at, ids.locks));
      case OpCodes.UNSEEN -> out.begin(at);
      case OpCodes.UNKNOWN -> call(at);
      case OpCodes.NOTIFY, OpCodes.WAKE ->
          out.emit(Op.of(at.syncOp()), slot, sync(at, ids.locks), site);
      case OpCodes.ALIAS -> aliases.add(at.object(), at.operand());
      // The knowledge has these, or QueriedLocks has processed them.
      case OpCodes.PEEK, OpCodes.BID, OpCodes.FAIL, OpCodes.QUERY -> {}
      case OpCodes.DISCARD -> {
        if (at.aspect() == Aspects.REASONS) {
          changeReasonsToDiscard(slot, (int) at.operand());
        }
      }
      case OpCodes.FORK -> fork(at);
      case OpCodes.JOIN -> out.emit(Op.JOIN, slot, ids.thread((int) at.operand()), site);
      default -> throw new IllegalStateException("op " + at.syncOp() + " in a sync record");
    }
  }

  private void call(LogCursor at) {
    calls.connect(at, ids, out);
    boolean external = at.aspect() == Aspects.STATEFUL_CALL && at.operand() != 0;
    if (at.aspect() != Aspects.CONNECTED && (external || known.isShared(at.object()))) {
      out.begin(at.slot());
      calls.emit(at, ids, out);
    }
  }

  private void changeReasonsToDiscard(int slot, int change) {
    if (change != 0) {
      reasonsToDiscard.addTo(slot, change);
    }
  }

  /* Counted, so that a test that uses only volatile and atomic variables counts as checked. */
  private void syncAccess(Op op, LogCursor at) {
    if (at.site() >= 0 && scope.contains(at.site())) {
      tally.access(at.slot());
    }
    boolean isStatic = at.object() == 0 && at.aspect() == Aspects.FIELD;
    int variable =
        isStatic
            ? ids.syncs.of(LockBook.key(at), known.types.staticKey((int) at.operand(), at.site()))
            : sync(at, ids.syncs);
    out.emit(op, at.slot(), variable, accessors.placeOf(at.slot(), at.site()));
  }

  private static int sync(LogCursor at, PairIds space) {
    return space.of(LockBook.key(at), at.operand());
  }

  private void channel(LogCursor at) {
    int sent = known.classInits().sent(at);
    if (sent != ClassInits.NONE) {
      classesSent.add(sent);
      out.emit(Op.SEND, at.slot(), classChannel(sent), at.site());
    } else if (at.aspect() == Aspects.CLASS_INIT) {
      receiveClasses(at.slot(), known.classInits().received(at));
    } else {
      long object = at.aspect() == Aspects.CLASS_FAILURE ? 0 : aliases.original(at.object());
      int channel = ids.channels.of(LockBook.key(object, at.aspect()), at.operand());
      out.emit(Op.of(at.syncOp()), at.slot(), channel, at.site());
    }
  }

  /* A second call of Thread.start throws; only the first one starts the thread. */
  private void fork(LogCursor at) {
    int child = (int) at.operand();
    if (known.startsThread(child) && forked.add(child)) {
      out.emit(Op.FORK, at.slot(), ids.thread(child), at.site());
    }
  }
}

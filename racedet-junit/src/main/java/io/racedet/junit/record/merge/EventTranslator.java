package io.racedet.junit.record.merge;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.record.ids.Aliases;
import io.racedet.junit.record.ids.Freezes;
import io.racedet.junit.record.ids.PairIds;
import io.racedet.junit.record.sites.SiteCatalog;
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
 * initialised classes and frozen fields).
 */
public final class EventTranslator implements RecordSink {
  private static final int NO_THREAD = -1;

  private final MergePlan plan;
  private final SiteCatalog catalog;
  private final CodeScope scope;
  private final EventSink out;
  private final boolean isCounter;
  private final TraceIds ids;
  private final TraceTally tally = new TraceTally();
  private final LockBook book = new LockBook();
  private final UnseenSections unseen;
  private final UnknownCalls calls;
  private final LeftoverThreads leftover;
  private final IntOpenHashSet forked = new IntOpenHashSet();
  private final LockDetails locks;
  private final IntOpenHashSet classesSent = new IntOpenHashSet();
  private final LongOpenHashSet classesReceived = new LongOpenHashSet();
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
  public EventTranslator(
      MergePlan plan, SiteCatalog catalog, EventSink out, boolean isCounter, EventSink ofLocks) {
    this.plan = plan;
    this.catalog = catalog;
    this.scope = plan.scope();
    this.out = out;
    this.isCounter = isCounter;
    this.ids = new TraceIds(isCounter ? null : plan.walkedArrays());
    this.locks = new LockDetails(ids, plan.handedStamps(), ofLocks, ofLocks == out);
    this.unseen =
        new UnseenSections(plan, ids, (op, slot, id) -> emitOnly(op, slot, id, Layout.NONE));
    this.leftover = plan.leftoverThreads(ids);
    this.calls = plan.unknownCalls();
  }

  public TraceIds ids() {
    return ids;
  }

  public TraceTally tally() {
    return tally;
  }

  /**
   * Forgets what is known of objects.
   *
   * @param objects whether no later record is about an object
   */
  public void forget(LongPredicate objects) {
    ids.variables.forget(objects);
    aliases.forget(objects);
    calls.forget(objects);
    freezes.forget(objects);
  }

  /** Forgets a lock of an object that is forgotten. */
  public void forgetLock(int lock) {
    unseen.forget(lock);
  }

  /** Whether other objects use what has a {@link LockBook#key} of an object that is forgotten. */
  public boolean isUsedByOthers(long key) {
    long object = LockBook.object(key);
    boolean isOfCalls = LockBook.aspect(key) == Aspects.UNKNOWN_CALL;
    return aliases.isOriginal(object) || isOfCalls && !calls.isOver(object);
  }

  /** Emits ACQUIREs of locks that were held at the start. */
  public void begin() {
    for (InitialHolds.Hold hold : plan.initialHolds().holds()) {
      acquire(hold.slot(), ids.locks.of(hold.key(), hold.operand()), hold.shared(), 1, Layout.NONE);
    }
  }

  @Override
  public boolean record(LogCursor at) {
    receiveClasses(at.slot(), plan.classInits().needed(at));
    if (at.isAccess()) {
      access(at);
    } else if (at.isAgain()) {
      again(at);
    } else if (at.isWalk()) {
      walk(at);
    } else if (at.kind() == Layout.SYNC && !scope.ignores(at)) {
      sync(at);
    }
    return true;
  }

  private void emit(Op op, int slot, int operand, int site) {
    unseen.event(slot);
    emitOnly(op, slot, operand, site);
  }

  private void emitOnly(Op op, int slot, int operand, int site) {
    leftover.follow(op, slot, operand);
    tally.event(slot);
    out.event(op, ids.thread(slot), operand, locks.location(op, site));
    locks.follow(op, slot, operand, site);
  }

  /* ---- data accesses ---- */

  private void access(LogCursor at) {
    int kind = at.kind();
    int site = at.site();
    if (kind == Layout.FREEZE) {
      freezes.add(at.object(), at.slot());
      emit(Op.SEND, at.slot(), freezeChannel(at.object()), site);
    } else if (scope.contains(site)) {
      if (kind == Layout.FINAL_FIELD && freezes.receive(at.slot(), at.object())) {
        emit(Op.RECEIVE, at.slot(), freezeChannel(at.object()), at.site());
      }
      access(at, scope.opOf(kind, site), at.key());
    } else if (scope.isUnseen(site)) {
      unseen.begin(at.slot());
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
      emit(op, slot, variable(object, key, site), site);
    }
  }

  private boolean isVoid(Op op, int slot) {
    boolean discarded =
        (op == Op.READ || op == Op.ATOMIC_READ)
            && !reasonsToDiscard.isEmpty()
            && reasonsToDiscard.get(slot) > 0;
    return discarded || leftover.isOutside(slot);
  }

  private int variable(long object, int key, int site) {
    long field = object == 0 ? plan.types().staticKey(key, site) : key;
    return ids.variables.of(object, field);
  }

  /* The instruction is in the scope: accesses of others end the span. */
  private void again(LogCursor at) {
    if (!isVoid(at.kind() == Layout.AGAIN ? Op.READ : Op.WRITE, at.slot())) {
      emit(Op.AGAIN, at.slot(), variable(at.object(), at.key(), at.site()), at.site());
    }
  }

  /* The instruction of a walk is in the scope: of others nothing is known while they run. */
  private void walk(LogCursor at) {
    int slot = at.slot();
    int site = at.site();
    Op op = scope.opOf(Layout.ELEMENT, site);
    if (!isVoid(op, slot)) {
      unseen.event(slot);
      tally.accesses(slot, at.steps());
      int thread = ids.thread(slot);
      int location = ids.location(site);
      ids.variables.walk(
          at, (first, stride, count) -> out.range(op, thread, first, stride, count, location));
    }
  }

  private void range(LogCursor at, Op op) {
    boolean isInScope = scope.contains(at.site());
    if (isInScope && isCounter && !plan.isWhole() && !isVoid(op, at.slot())) {
      unseen.event(at.slot());
      tally.accesses(at.slot(), RangeUsers.length(at) + ElementWrites.accesses(at));
    } else if (isInScope) {
      plan.rangeUsers().forEach(at, index -> access(at, op, index));
      plan.elementWrites().forEach(at, index -> access(at, op, Layout.keyOfElement(index)));
    } else if (scope.isUnseen(at.site())) {
      unseen.begin(at.slot());
    }
  }

  /* ---- events that no hook records ---- */

  private int freezeChannel(long object) {
    return ids.channels.of(LockBook.key(object, Aspects.FREEZE), 0);
  }

  private void receiveClasses(int slot, int[] classes) {
    for (int received : classes) {
      if (classesSent.contains(received)
          && plan.classInits().initializer(received) != slot
          && classesReceived.add((long) slot << 32 | received)) {
        emit(Op.RECEIVE, slot, classChannel(received), Layout.NONE);
      }
    }
  }

  private int classChannel(int index) {
    return ids.channels.of(LockBook.key(0, Aspects.CLASS_INIT), index);
  }

  /* ---- sync operations ---- */

  private void sync(LogCursor at) {
    int slot = at.slot();
    if (plan.isWhole()) {
      changeReasonsToDiscard(slot, plan.optimisticReads().change(at));
    }
    int site = at.site();
    if (locks.takes(at, this::emit)) {
      return;
    }
    if (plan.queriedLocks().concerns(at)) {
      QueriedLocks.emit(at, ids, this::emit);
    }
    switch (at.syncOp()) {
      case OpCodes.READ -> range(at, Op.READ);
      case OpCodes.WRITE -> range(at, Op.WRITE);
      case OpCodes.BY_SITE -> syncAccess(scope.volatileOp(site), at);
      case OpCodes.SYNC_READ, OpCodes.SYNC_WRITE -> syncAccess(Op.of(at.syncOp()), at);
      case OpCodes.SEND, OpCodes.RECEIVE -> channel(at);
      case OpCodes.ACQUIRE -> acquire(slot, sync(at, ids.locks), false, 1, site);
      case OpCodes.ACQUIRE_SHARED -> acquire(slot, sync(at, ids.locks), true, 1, site);
      case OpCodes.RELEASE -> release(slot, sync(at, ids.locks), false, site);
      case OpCodes.RELEASE_SHARED -> release(slot, sync(at, ids.locks), true, site);
      case OpCodes.RELEASE_ALL, OpCodes.RELEASE_ANY -> {
        int lock = sync(at, ids.locks);
        unseen.event(slot); // unrecorded code may ask who waits: the section is not empty
        if (book.depth(lock, slot, false) > 0) {
          unseen.end(slot, lock, false);
        }
        int holds = book.beginWait(lock, slot);
        if (holds == 0 && at.syncOp() == OpCodes.RELEASE_ALL && !plan.isWhole()) {
          tally.repair(); // it has held the lock since before the recording
        }
        emitTimes(Op.RELEASE, holds, slot, lock, site);
      }
      case OpCodes.ACQUIRE_ALL -> {
        int lock = sync(at, ids.locks);
        int holds =
            plan.isWhole()
                ? book.endWait(lock, slot, 0) + plan.initialHolds().depthAfterWait(at.seq())
                : book.endWait(lock, slot, 1);
        if (holds > 0) {
          acquire(slot, lock, false, holds, site);
        }
      }
      case OpCodes.UNSEEN -> unseen.begin(at);
      case OpCodes.UNKNOWN -> {
        if (calls.connects(at, ids, this::emit)) {
          unseen.begin(slot);
          calls.emit(at, ids, this::emit);
        }
      }
      case OpCodes.NOTIFY, OpCodes.WAKE ->
          emit(Op.of(at.syncOp()), slot, sync(at, ids.locks), site);
      case OpCodes.ALIAS -> aliases.add(at.object(), at.operand());
      // The plan has processed these, or QueriedLocks has.
      case OpCodes.PEEK, OpCodes.BID, OpCodes.FAIL, OpCodes.QUERY -> {}
      case OpCodes.DISCARD -> {
        if (at.aspect() == Aspects.REASONS) {
          changeReasonsToDiscard(slot, (int) at.operand());
        }
      }
      case OpCodes.FORK -> fork(at);
      case OpCodes.JOIN -> emit(Op.JOIN, slot, ids.thread((int) at.operand()), site);
      default -> throw new IllegalStateException("op " + at.syncOp() + " in a sync record");
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
            ? ids.syncs.of(LockBook.key(at), plan.types().staticKey((int) at.operand(), at.site()))
            : sync(at, ids.syncs);
    emit(op, at.slot(), variable, at.site());
  }

  private static int sync(LogCursor at, PairIds space) {
    return space.of(LockBook.key(at), at.operand());
  }

  private void channel(LogCursor at) {
    int sent = plan.classInits().sent(at);
    if (sent != ClassInits.NONE) {
      classesSent.add(sent);
      emit(Op.SEND, at.slot(), classChannel(sent), at.site());
    } else if (at.aspect() == Aspects.CLASS_INIT) {
      receiveClasses(at.slot(), plan.classInits().received(at));
    } else {
      long object = at.aspect() == Aspects.CLASS_FAILURE ? 0 : aliases.original(at.object());
      int channel = ids.channels.of(LockBook.key(object, at.aspect()), at.operand());
      emit(Op.of(at.syncOp()), at.slot(), channel, at.site());
    }
  }

  /* A second call of Thread.start throws; only the first one starts the thread. */
  private void fork(LogCursor at) {
    int child = (int) at.operand();
    if (plan.startsThread(child) && forked.add(child)) {
      emit(Op.FORK, at.slot(), ids.thread(child), at.site());
    }
  }

  private void acquire(int slot, int lock, boolean shared, int times, int site) {
    releaseForOthers(slot, lock, false);
    if (!shared) {
      releaseForOthers(slot, lock, true);
    }
    if (times > 0 && book.depth(lock, slot, shared) == 0) {
      unseen.acquiring(slot, lock, shared);
    }
    book.acquire(lock, slot, shared, times);
    boolean outermost = times > 0 && book.depth(lock, slot, shared) == times;
    emitTimes(shared ? Op.ACQUIRE_SHARED : Op.ACQUIRE, times, slot, lock, site);
    if (outermost) {
      unseen.acquired(slot, lock);
    }
    if (scope.isUnseen(site)) {
      unseen.begin(slot, lock, shared);
    }
  }

  /* A lock is free before it is acquired; releases that were not recorded are added. */
  private void releaseForOthers(int slot, int lock, boolean shared) {
    for (int other = book.otherHolder(lock, slot, shared);
        other != NO_THREAD;
        other = book.otherHolder(lock, slot, shared)) {
      tally.repair();
      unseen.end(other, lock, shared);
      Op op = shared ? Op.RELEASE_SHARED : Op.RELEASE;
      emitTimes(op, book.releaseAll(lock, other, shared), other, lock, Layout.NONE);
    }
  }

  private void release(int slot, int lock, boolean shared, int site) {
    if (book.depth(lock, slot, shared) == 1) {
      unseen.end(slot, lock, shared);
    }
    if (book.release(lock, slot, shared)) {
      emit(shared ? Op.RELEASE_SHARED : Op.RELEASE, slot, lock, site);
    } else {
      tally.repair();
    }
  }

  private void emitTimes(Op op, int times, int slot, int lock, int site) {
    for (int i = 0; i < times; i++) {
      emit(op, slot, lock, site);
    }
  }
}

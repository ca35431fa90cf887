package io.racedet.runtime;

import io.racedet.runtime.calls.CallKinds;
import io.racedet.runtime.calls.ReceiverKinds;
import io.racedet.runtime.locks.AskedLock;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.LentLocks;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.CacheLinePadding;
import io.racedet.runtime.log.Chunk;
import io.racedet.runtime.log.ChunkPool;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.log.OpenRange;
import io.racedet.runtime.objects.IdentityTable;
import io.racedet.runtime.objects.RecentObjects;
import io.racedet.runtime.schedule.Pace;
import io.racedet.runtime.schedule.SpinCounter;
import io.racedet.runtime.spans.AllocationCounts;
import io.racedet.runtime.spans.MethodSet;
import io.racedet.runtime.spans.RelaxedReads;
import io.racedet.runtime.spans.SiteAccesses;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The records of one thread in one recording, and its state there. Written by its own thread only;
 * the thread that stops the recording reads up to {@link #committed}.
 *
 * <p>Accesses and sync operations are committed one by one. ENTER, EXIT and ALLOCATED records are
 * committed with the next of those, and their appending is invisible to others until then.
 */
final class ThreadBuffer extends CacheLinePadding implements LentLocks.Log {
  private static final VarHandle SYNCING;
  private static final VarHandle STRIPE;
  private static final long[] NO_WORDS = {};
  private static final int SYNC_RECORD = 3;

  /** The most words that are appended at once: an access and its AGAIN. */
  private static final int MAX_RECORD_LENGTH = 4;

  /** Words for all records of one atomic operation, with room to spare: two syncs, two accesses. */
  private static final int WHILE_HOLDING = 16;

  private static final int NO_STRIPE = -1;
  private static final int NO_RECORD = -1;
  private static final int NO_ROOM = -1;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SYNCING = lookup.findVarHandle(ThreadBuffer.class, "syncing", int.class);
      STRIPE = lookup.findVarHandle(ThreadBuffer.class, "stripe", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Session session;
  final Thread thread;

  /** Position among the threads of the recording. */
  final int slot;

  /** Marks the stripes that the thread holds. */
  final int tag;

  /** The thread that has started it in this recording, or null. */
  final ThreadBuffer parent;

  /** What the schedule perturbation knows of the thread. */
  final Pace pace;

  /** How deep the thread is in modelled calls. */
  final CallGuard calls;

  /** The locks of unrecorded code, under which it calls code of the program. */
  final LentLocks lent;

  /** What the next acquire fence acquires. */
  final RelaxedReads relaxedReads = new RelaxedReads();

  /**
   * Whether the next call is a point for the schedule: a synchronized method, whose lock is
   * acquired before any of its code runs, may follow one, or the start of the thread.
   */
  boolean pointIsDue = true;

  /** Whether the thread has passed a release fence. */
  boolean hasReleased;

  /** What need not be recorded again before the next sync record. */
  final Span span;

  /** The objects of its accesses. */
  final RecentObjects objects;

  /** The accesses of the span by instruction. */
  final SiteAccesses sites;

  long[] words = NO_WORDS;
  int pos;

  /** Last position at which a record of any length fits; none before there is a chunk. */
  private int limit = NO_ROOM;

  /** While it is open, {@link #limit} is {@link #NO_ROOM}: the next record closes it. */
  final OpenRange range = new OpenRange();

  /** Chunk number in the high half, 0 for none, and position in the low one. */
  long committed;

  /** Where the first walk begins whose record is not complete; the largest number for none. */
  long firstWalk = Long.MAX_VALUE;

  /** The high half for the current chunk. */
  long chunkBase;

  /** The last stripe that the thread has tried to take. */
  int stripe = NO_STRIPE;

  /** 1 while a sync record is being appended. */
  int syncing;

  /** Position after the last sync record in the chunk. */
  int afterSync = NO_RECORD;

  /** Data accesses until the next perturbation point. */
  int untilPoint;

  /** Positive while the runtime itself works for the thread: every hook returns at once. */
  int quiet;

  /** How many calls are in progress inside which nothing is recorded. */
  private int silences;

  final HeldLocks locks;

  /** What it asks for, where threads run one at a time. */
  final AskedLock asked;

  private final AllocationCounts allocations = new AllocationCounts();
  private final SpinCounter spins = new SpinCounter();

  final ReceiverKinds kinds = new ReceiverKinds();

  /** The methods of which {@link #initialised} has kept a call. */
  private final MethodSet kept = new MethodSet();

  Chunk first; // of those that are not given back yet
  private Chunk current;

  ThreadBuffer(Session session, Thread thread, int slot, int tag, ThreadBuffer parent, Pace pace) {
    locks = new HeldLocks(thread, slot);
    asked = new AskedLock(locks);
    this.session = session;
    this.span = new Span(this);
    this.objects = span.objects;
    this.sites = span.sites;
    this.thread = thread;
    this.slot = slot;
    this.tag = tag;
    this.parent = parent;
    this.calls = new CallGuard(parent == null);
    this.lent = new LentLocks(this);
    this.quiet = ThreadTable.isSystem(thread) ? 1 : 0;
    this.pace = pace;
  }

  /** The object's number. */
  long idOf(Object object) {
    return entryOf(object).id;
  }

  /** The same with the entry of the number. */
  IdentityTable.Entry entryOf(Object object) {
    return objects.entryOf(object, session.identities);
  }

  /** Makes room for one record of any length; false if the recording is full, which ends it. */
  boolean hasRoom() {
    return pos <= limit || makeRoom(0);
  }

  /** Makes room for all records that are appended while one stripe is held. */
  boolean hasRoomWhileHolding() {
    return pos + WHILE_HOLDING <= limit || makeRoom(WHILE_HOLDING);
  }

  private boolean makeRoom(int more) {
    if (range.isOpen()) {
      if (!session.closeRange(this)) {
        return false;
      }
      limit = words.length - MAX_RECORD_LENGTH;
    }
    return pos + more <= limit || refill();
  }

  /** The sync record that has just been appended is a range. */
  void openRange(long head, long opAndAspect, long operand) {
    range.open(head, opAndAspect, operand);
    limit = NO_ROOM;
  }

  private boolean refill() {
    quiet++;
    try {
      span.endWalks();
      int filled = words.length;
      int size = current == null ? ChunkPool.FIRST : filled * ChunkPool.GROWTH;
      Chunk chunk = session.nextChunk(this, Math.min(size, ChunkPool.FULL));
      if (chunk == null) {
        return false;
      }
      if (current == null) {
        first = chunk;
      } else {
        current.used = pos;
        current.next = chunk;
      }
      current = chunk;
      words = chunk.words;
      pos = 0;
      afterSync = NO_RECORD;
      limit = words.length - MAX_RECORD_LENGTH;
      chunkBase += 1L << Integer.SIZE;
      session.space.fill(filled);
      return true;
    } finally {
      quiet--;
    }
  }

  /** How the calls on an object are treated: one of {@link CallKinds}. */
  int kindOf(Object object) {
    Class<?> type = object.getClass();
    int kind = kinds.find(type);
    if (kind < 0) {
      quiet++;
      try {
        kind = kinds.determine(type, Hooks.CALL_KINDS);
      } finally {
        quiet--;
      }
    }
    return kind;
  }

  /** How a call on an object is treated; the method may be null if it is not known. */
  int kindOf(Object object, String method, int site) {
    Class<?> type = object.getClass();
    int ofType = kindOf(object);
    int kind = ofType != CallKinds.BY_METHOD ? ofType : kinds.find(type, site);
    if (kind < 0 && method != null) {
      quiet++;
      try {
        kind = kinds.determine(type, site, method, AgentState.inheritedKinds());
      } finally {
        quiet--;
      }
    }
    return kind < 0 ? CallKinds.KNOWN : kind;
  }

  /**
   * Whether a sync record repeats the one before it, of this thread and of the recording: while a
   * thread spins and no other runs, one record is enough, however long that takes.
   */
  boolean repeats(long head, long opAndAspect, long operand, long seq) {
    int last = pos - SYNC_RECORD;
    return pos == afterSync
        && words[last + 1] == (opAndAspect | seq - 1 & Layout.SEQ_MASK)
        && words[last] == head
        && words[last + 2] == operand
        && OpCodes.isRepeatable(Layout.op(opAndAspect));
  }

  /** Counts a hint that the thread spins, see {@link SpinCounter#count}. */
  boolean spins() {
    return spins.count(chunkBase | pos);
  }

  /** A call begins inside which nothing is recorded. */
  void silence() {
    if (silences++ == 0) {
      quiet++;
    }
  }

  /** Such a call ends. The end of one that began before the recording has no effect. */
  void endSilence() {
    if (silences > 0 && --silences == 0) {
      quiet--;
    }
  }

  /** Keeps, of each method, one call, which {@link #exit} might erase. */
  void initialised(int method) {
    if (!kept.contains(method) && hasRoomWhileHolding()) {
      kept.add(method);
      span.endWalks();
      append(Layout.enter(method, calls.site()));
      append(Layout.exit());
    }
  }

  void enter(int method) {
    if (lent.areWaiting()) {
      lent.acquire(calls.wovenMethods());
    }
    if (!hasRoom()) {
      return;
    }
    append(Layout.enter(method, calls.site()));
    calls.enterWoven();
  }

  void exit() {
    calls.leaveWoven();
    if (!eraseEnter() && hasRoom()) {
      append(Layout.exit());
    }
    if (lent.areRecorded()) {
      lent.releaseSince(calls.wovenMethods());
    }
  }

  /** Records an operation on a lock that unrecorded code holds, as if its caller did it. */
  @Override
  public void record(int op, Object lock) {
    session.sync(this, op, Aspects.MONITOR, lock, 0, calls.site());
  }

  /** Records the first access that another one covers; false if the recording is over. */
  boolean again(boolean written, long object, int key, int site) {
    if (!hasRoom()) {
      return false;
    }
    long head = Layout.head(written ? Layout.AGAIN_WRITTEN : Layout.AGAIN, site, object);
    words[pos + 1] = key & Layout.KEY_MASK;
    words[pos] = head;
    pos += 2;
    return true;
  }

  /* Takes the complete word: a stack overflow while it is computed must not leave a gap. */
  private void append(long word) {
    words[pos] = word;
    pos++;
  }

  /* Of records that may follow the last commit, a second word is a key, and begins with no kind. */
  private boolean eraseEnter() {
    int last = pos - 1;
    if (last >= 0 && (chunkBase | last) >= committed && Layout.kind(words[last]) == Layout.ENTER) {
      pos = last;
      return true;
    }
    return false;
  }

  void allocated(Object object, int site) {
    if (allocations.isAmongTheFirst(site)) {
      long id = idOf(object);
      if (hasRoom()) {
        append(Layout.head(Layout.ALLOCATED, site, id));
      }
    }
  }

  /** Ends the appending of a sync record. */
  void endSync() {
    SYNCING.setRelease(this, 0);
  }

  boolean isSyncing() {
    return (int) SYNCING.getAcquire(this) != 0;
  }

  /** The last stripe that the thread has tried to take, or a negative number. */
  int lastStripe() {
    return (int) STRIPE.getAcquire(this);
  }

  /** Announces which stripe the thread is going to take, before it tries. */
  void announceStripe(int nextStripe) {
    STRIPE.setRelease(this, nextStripe);
  }

  Chunk firstChunk() {
    return first;
  }
}

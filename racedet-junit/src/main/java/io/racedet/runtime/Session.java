package io.racedet.runtime;

import io.racedet.runtime.locks.BinKeys;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.SpinLock;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Bins;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.log.Chunk;
import io.racedet.runtime.log.ChunkPool;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.log.StripeQueue;
import io.racedet.runtime.log.Stripes;
import io.racedet.runtime.log.SyncOrder;
import io.racedet.runtime.objects.IdentityTable;
import io.racedet.runtime.schedule.SchedulePerturber;
import io.racedet.runtime.spans.AccessSites;
import io.racedet.runtime.spans.RelaxedReads;
import io.racedet.runtime.spans.SpanAccesses;

/**
 * One recording in progress. Every record is appended between an atomic operation (taking a stripe,
 * incrementing the sync counter) and a release, and only if the session is still the current one
 * after the atomic operation. So a thread that ends the session, and then finds no stripe taken and
 * no sync record being appended, sees every record that will ever exist.
 */
final class Session implements StripeQueue.Recording {
  private static final int WORDS_PER_EVENT = 2;
  private static final long MAX_EVENTS = Long.MAX_VALUE / WORDS_PER_EVENT;

  final IdentityTable identities = new IdentityTable();
  final BinKeys binKeys = new BinKeys();
  final ThreadTable threads;

  final SchedulePoints points;
  private final Stripes stripes = Registry.STRIPES;
  final StripeQueue queue;
  private final SyncOrder order = Registry.SYNC_ORDER;
  final AccessSites sites; // of which covered accesses are left out
  private long wordsLeft;

  /* Of each stripe, from before the first access; null before that. Whoever takes a stripe has seen
   * them, and they are there as soon as one thread has. */
  private int[] versions;
  private final SpinLock versionsLock = new SpinLock();

  /** How much of the recording may wait for its analysis. */
  final BufferSpace space;

  /** Whether a class has been initialised in the recording. */
  volatile boolean hasInitialised;

  /** Until when one thread alone can act. */
  volatile Solo solo = Solo.NONE;

  private volatile boolean hasLibraryCalls;
  private volatile boolean truncated;
  private volatile boolean damaged;

  /**
   * @param longestRun how many nanoseconds a thread may itself run inside one access
   */
  Session(
      SchedulePerturber perturber,
      long seed,
      long maxEvents,
      long longestRun,
      AccessSites sites,
      BufferSpace space) {
    this.space = space;
    this.sites = sites;
    this.queue = new StripeQueue(stripes, longestRun, this);
    this.threads = new ThreadTable(this, seed);
    this.points = new SchedulePoints(perturber, threads);
    this.wordsLeft = Math.min(maxEvents, MAX_EVENTS) * WORDS_PER_EVENT;
  }

  /** The buffer of the current thread, null while the runtime itself works for that thread. */
  ThreadBuffer buffer() {
    ThreadBuffer b = threads.current();
    return b.quiet == 0 ? b : null;
  }

  /** From now on one thread alone can act; without effect if another one has already done so. */
  void beginSolo(Solo next) {
    solo = next; // before the look at the threads: who appears later asks for it
    for (ThreadBuffer b : threads.all()) {
      if (next.isActing(b.thread, b.quiet != 0)) {
        endSolo();
      } else {
        appeared(b);
      }
    }
  }

  /** A thread comes to its first hook. */
  void appeared(ThreadBuffer b) {
    if (solo.appeared(b.alone, b.quiet != 0)) {
      endSolo();
    }
  }

  /**
   * From now on other threads can act. If the current one is another one itself, nothing was seen
   * to wake it. Returns whether one could not act so far.
   */
  boolean endSolo() {
    Solo ending = solo;
    if (ending.isOver()) {
      return false;
    }
    ThreadBuffer b = threads.current();
    recordData(b);
    if (b.alone.isUncounted) {
      tellHeld(b);
    }
    ending.end();
    return true;
  }

  /**
   * Data accesses are recorded from now on, and were not before: critical sections of the other
   * threads that have come to a hook may miss some.
   */
  void recordAll() {
    recordData(threads.current());
    for (ThreadBuffer b : threads.all()) {
      b.alone.mayMissAccesses = b.thread != Thread.currentThread();
    }
  }

  /* The locks that it has acquired while it was alone, and holds now that others can act. */
  private void tellHeld(ThreadBuffer b) {
    HeldLocks held = b.locks;
    for (int i = 0; i < held.size(); i++) {
      int op = held.isShared(i) ? OpCodes.ACQUIRE_SHARED : OpCodes.ACQUIRE;
      int times = Aspects.isOfDeadlocks(held.aspect(i)) ? 0 : held.depth(i);
      while (times-- > 0 && b.hasRoom()) {
        write(b, op, held.aspect(i), HeldLocks.object(held.lock(i)), 0, held.site(i));
      }
    }
  }

  private static void recordData(ThreadBuffer b) {
    b.quiet++; // the JDK discards compiled code
    try {
      Registry.DATA_USES.seen(System.nanoTime());
      RecordingSwitch.turnForData(true);
    } finally {
      b.quiet--;
    }
  }

  /* ---- data accesses ---- */

  /**
   * Records an access, unless an earlier one covers it, and returns the token for {@link
   * DataHooks#after}.
   */
  int access(ThreadBuffer b, int kind, Object owner, int key, int site) {
    if (b.leavesOut() && (kind != Layout.FREEZE || b.alone.isUncounted)) {
      return b.leaveOut(site);
    }
    IdentityTable.Entry entry = owner == null ? null : b.entryOf(owner);
    long id = entry == null ? 0 : entry.id;
    if (--b.untilPoint < 0) {
      points.access(b, id, key, site);
    }
    boolean isPointNext = b.untilPoint == 0 && covers(b, id, key, site);
    if (b.span.needsNoRecord(kind, owner, entry, key, site) || !b.hasRoom()) {
      return isPointNext ? Stripes.ONLY_POINT : Stripes.NOTHING_HELD;
    }
    SpanAccesses span = b.span.recorded;
    long head = Layout.head(kind, site, id);
    long second = key & Layout.KEY_MASK;
    int stripe = Layout.stripe(head, second);
    int token = Stripes.token(stripe, b.tag);
    long again = span.hasOthers ? Layout.head(span.againKind(), site, id) : 0;
    noteVersions();
    b.announceStripe(stripe);
    if (!stripes.tryLockForAccess(stripe, b.tag)) {
      queue.lock(b, stripe, true);
    }
    /* The rest makes no call: a stack overflow between lock and record would lose a version. */
    if (Registry.session == this) {
      long[] words = b.words;
      int pos = b.pos;
      words[pos++] = head;
      words[pos++] = stripes.words[stripe] & Stripes.VERSION_MASK | second;
      if (again != 0) {
        words[pos++] = again;
        words[pos++] = second;
      }
      b.pos = pos;
      b.committed = b.chunkBase | pos;
      if (span.place >= 0) {
        span.entries[span.place] = span.variable;
        span.entries[span.place + 1] = span.access;
      }
      return isPointNext ? token | Stripes.POINT : token;
    }
    stripes.undo(stripe, b.tag);
    return Stripes.NOTHING_HELD;
  }

  /* Only once an access is recorded: there are many stripes. */
  private void noteVersions() {
    if (versions == null) {
      versionsLock.lock();
      try {
        versions = versions == null ? queue.versions() : versions;
      } finally {
        versionsLock.unlock();
      }
    }
  }

  /** The version of each stripe before the first access of the recording. */
  int[] versions() {
    noteVersions();
    return versions;
  }

  /* What an access covers, and what therefore has no hook, comes right after it. */
  private boolean covers(ThreadBuffer b, long object, int key, int site) {
    b.coveringObject = object;
    b.coveringKey = key;
    b.coveringSite = site;
    return (sites.of(site) & AccessSites.COVERS) != 0;
  }

  /**
   * Takes the stripe of an object's field without an access, and returns its token: none when the
   * session is over, since no thread would wait for the release of the stripe. Allocates space
   * before, as that may block.
   */
  int hold(ThreadBuffer b, Object owner, int key, int site) {
    if (b.alone.isUncounted) {
      return Stripes.NOTHING_HELD;
    }
    long id = owner == null ? 0 : b.idOf(owner);
    int stripe = Layout.stripe(id, key);
    if (!b.hasRoomWhileHolding()) {
      return Stripes.NOTHING_HELD;
    }
    noteVersions();
    b.announceStripe(stripe);
    if (!stripes.tryHold(stripe, b.tag)) {
      queue.lock(b, stripe, false);
    }
    int token = Stripes.token(stripe, b.tag);
    if (Registry.session == this) {
      return token;
    }
    stripes.release(token);
    return Stripes.NOTHING_HELD;
  }

  /**
   * Releases what {@link #hold} has taken for an atomic operation, if anything. Others may have
   * gone on during the operation: it was blocked, which happens only while its call is linked.
   */
  void releaseAtomic(ThreadBuffer b, int token) {
    if (token >= 0 && !stripes.release(token) && Stripes.isOf(token, b.tag)) {
      damage();
    }
  }

  /** Records an access under a stripe that {@link #hold} has taken for the same owner and key. */
  void accessHeld(ThreadBuffer b, int kind, Object owner, int key, int site) {
    long id = owner == null ? 0 : b.idOf(owner);
    long head = Layout.head(kind, site, id);
    int stripe = Layout.stripe(id, key);
    b.span.end();
    if (b.leavesOut()) {
      b.leaveOut(site);
    } else if (b.hasRoom() && Registry.session == this) {
      long[] words = b.words;
      int pos = b.pos;
      words[pos] = head;
      words[pos + 1] = stripes.nextVersion(stripe) | key & Layout.KEY_MASK;
      b.pos = pos + 2;
      b.committed = b.chunkBase | pos + 2;
    }
  }

  /* ---- sync operations ---- */

  /** Records a sync operation, in the order of all of them. */
  void sync(ThreadBuffer b, int op, int aspect, Object owner, long operand, int site) {
    if (b.alone.isUncounted && !OpCodes.concernsLocks(op) && !OpCodes.lasts(op, aspect)) {
      b.alone.pass(op, site);
    } else if (b.hasRoom()) {
      append(b, op, aspect, owner == null ? 0 : b.idOf(owner), operand, site);
    }
  }

  /** As {@link #sync}, of an object whose id is known. */
  void syncOf(ThreadBuffer b, int op, int aspect, long owner, long operand, int site) {
    if (b.hasRoom()) {
      append(b, op, aspect, owner, operand, site);
    }
  }

  private void append(ThreadBuffer b, int op, int aspect, long owner, long operand, int site) {
    if (b.alone.isUncounted && OpCodes.beginsWait(op)) {
      endSolo(); // of the end of a wait it is to be known who has caused it
    }
    if (b.alone.isUncounted && !OpCodes.lasts(op, aspect)) {
      b.alone.pass(op, site);
    } else {
      record(b, op, aspect, owner, operand, site);
    }
    b.locks.follow(op, aspect, aspect == Aspects.BIN ? Bins.of(owner, operand) : owner, site);
  }

  private void record(ThreadBuffer b, int op, int aspect, long owner, long operand, int site) {
    if (b.alone.mayMissAccesses) {
      b.alone.mayMissAccesses = false;
      syncOf(b, OpCodes.UNSEEN, Aspects.UNSEEN, 0, 0, Layout.NONE);
      if (!b.hasRoom()) {
        return;
      }
    }
    write(b, op, aspect, owner, operand, site);
  }

  private void write(ThreadBuffer b, int op, int aspect, long owner, long operand, int site) {
    long head = Layout.head(Layout.SYNC, site, owner);
    long opAndAspect = Layout.sync(op, aspect);
    b.span.end();
    b.syncing = 1;
    b.syncs += aspect == Aspects.LIBRARY_CALL ? 0 : 1;
    long seq = order.next();
    if (Registry.session == this) {
      long[] words = b.words;
      int pos = b.repeats(head, opAndAspect, operand, seq) ? b.pos - 3 : b.pos;
      words[pos] = head;
      words[pos + 1] = opAndAspect | seq & Layout.SEQ_MASK;
      words[pos + 2] = operand;
      b.pos = pos + 3;
      b.afterSync = pos + 3;
      b.committed = b.chunkBase | pos + 3;
      if (Aspects.isRange(aspect)) {
        b.openRange(head, opAndAspect, operand);
      }
    }
    b.endSync();
  }

  /**
   * Records accesses of many elements. What a loop does to one element after the other is one
   * record, as long as the thread records nothing else: no other thread can tell the difference.
   */
  void range(ThreadBuffer b, int op, int aspect, Object owner, int from, int end, int site) {
    if (b.leavesOut()) {
      b.leaveOut(site);
      return;
    }
    long id = b.idOf(owner);
    long head = Layout.head(Layout.SYNC, site, id);
    if (!b.range.join(head, Layout.sync(op, aspect), from, end)) {
      syncOf(b, op, aspect, id, Layout.elements(from, end), site);
    }
  }

  /** A read in opaque or plain mode, which orders nothing unless an acquire fence follows. */
  void relaxedRead(ThreadBuffer b, int aspect, Object owner, long operand, int site) {
    if (b.alone.isUncounted) {
      return;
    }
    long id = owner == null ? 0 : b.idOf(owner);
    keepSections(b, id, site);
    if (!b.relaxedReads.add(id, aspect, operand)) {
      syncOf(b, OpCodes.SYNC_READ, aspect, id, operand, site);
    }
  }

  /** An acquire fence: acquires what the thread has read in opaque or plain mode. */
  void acquireRelaxedReads(ThreadBuffer b, int site) {
    RelaxedReads reads = b.relaxedReads;
    if (reads.isEmpty()) {
      return;
    }
    for (int at = reads.next(0); at >= 0; at = reads.next(at + 2)) {
      int aspect = reads.aspect(at);
      syncOf(b, OpCodes.SYNC_READ, aspect, reads.object(at), reads.operand(at), site);
    }
    reads.clear();
  }

  /** A write in opaque or plain mode, which orders nothing unless a release fence precedes it. */
  void relaxedWrite(ThreadBuffer b, int aspect, Object owner, long operand, int site) {
    if (b.alone.isUncounted) {
      return;
    }
    long id = owner == null ? 0 : b.idOf(owner);
    keepSections(b, id, site);
    if (b.hasReleased) {
      syncOf(b, OpCodes.SYNC_WRITE, aspect, id, operand, site);
    }
  }

  /* Such a read may tell in a critical section what has been written in another one. */
  private void keepSections(ThreadBuffer b, long id, int site) {
    if (b.locks.count > 0 && id != 0 && id != b.locks.stateful) {
      b.locks.stateful = id;
      syncOf(b, OpCodes.UNKNOWN, Aspects.STATEFUL_CALL, id, 0, site);
    }
  }

  /** Records a volatile access and returns the token of its stripe. */
  int volatileAccess(ThreadBuffer b, Object owner, int field, int site) {
    if (b.alone.isUncounted) {
      b.alone.pass(OpCodes.BY_SITE, site);
      return Stripes.NOTHING_HELD;
    }
    points.sync(b, owner == null ? 0 : b.idOf(owner), field, site);
    int token = hold(b, owner, field, site);
    sync(b, OpCodes.BY_SITE, Aspects.FIELD, owner, field, site);
    return token;
  }

  /** Records that the current thread is about to start another one. */
  void fork(ThreadBuffer b, Thread child, int site) {
    endSolo();
    if (b.scheduled.isFirst()) {
      b.untilPoint = 0;
    }
    points.sync(b, 0, 0, site);
    sync(b, OpCodes.FORK, Aspects.THREAD, null, threads.registered(child, b).slot, site);
    b.pointIsDue = true; // after the start, where the next call may request a lock
  }

  /** Records that the current thread has seen the end of another one. */
  void join(ThreadBuffer b, Thread ended, int site) {
    ThreadBuffer other = threads.find(ended);
    if (other != null) {
      sync(b, OpCodes.JOIN, Aspects.THREAD, null, other.slot, site);
    }
  }

  /* Written once: each write would take it from the caches of all other threads. */
  void noteLibraryCall() {
    if (!hasLibraryCalls) {
      hasLibraryCalls = true;
    }
  }

  /** Whether calls of libraries were recorded whose data accesses are not. */
  boolean hasLibraryCalls() {
    return hasLibraryCalls;
  }

  /* ---- limits ---- */

  /** A chunk; null if the recording is over. Waits for the analysis, but not in an access. */
  Chunk nextChunk(ThreadBuffer b, int size) {
    if (space.isFull() && !queue.holdsItsStripe(b)) {
      space.await();
    }
    try {
      int granted = grant(size);
      if (granted > 0) {
        return Registry.CHUNKS.take(granted, Thread.currentThread());
      }
    } catch (OutOfMemoryError e) {
      /* The memory is the test's: the recording ends rather than asking for more. */
      truncate();
    }
    return null;
  }

  private synchronized int grant(int words) {
    if (wordsLeft <= 0 || space.isOverfull()) {
      truncate();
      return 0;
    }
    int granted = (int) Math.min(words, Math.max(wordsLeft, ChunkPool.FIRST));
    wordsLeft -= granted;
    return granted;
  }

  /** Ends the recording before the test has ended. */
  void truncate() {
    truncated = true;
    Registry.end(this);
    space.close();
  }

  /** Ends the recording, and waits until every record in progress is complete. */
  void finish() {
    Registry.end(this);
    space.close();
    for (ThreadBuffer b : threads.all()) {
      if (!queue.awaitQuiescence(b)) {
        damage();
      }
    }
    Registry.finish(this);
  }

  /** Whether two threads have met at the target locations. */
  boolean hasCaught() {
    return points.hasCaught();
  }

  boolean truncated() {
    return truncated;
  }

  @Override
  public ThreadBuffer tagged(int tag) {
    return threads.tagged(tag);
  }

  @Override
  public void damage() {
    damaged = true;
  }

  boolean damaged() {
    return damaged;
  }
}

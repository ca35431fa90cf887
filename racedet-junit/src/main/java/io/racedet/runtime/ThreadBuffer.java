package io.racedet.runtime;

import io.racedet.runtime.calls.CallKinds;
import io.racedet.runtime.calls.CopiedFields;
import io.racedet.runtime.calls.KnownFields;
import io.racedet.runtime.calls.ReceiverKinds;
import io.racedet.runtime.locks.HeldBins;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.LentLocks;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Chunk;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.Stripes;
import io.racedet.runtime.log.ThreadLog;
import io.racedet.runtime.objects.IdentityTable;
import io.racedet.runtime.objects.NumberSet;
import io.racedet.runtime.objects.RecentObjects;
import io.racedet.runtime.schedule.ScheduledThread;
import io.racedet.runtime.schedule.SpinCounter;
import io.racedet.runtime.spans.AccessSites;
import io.racedet.runtime.spans.AllocationCounts;
import io.racedet.runtime.spans.RelaxedReads;
import io.racedet.runtime.spans.SiteAccesses;
import io.racedet.runtime.spans.Span;

/** The state of one thread in one recording, and its records. Written by its own thread only. */
final class ThreadBuffer extends ThreadLog implements LentLocks.Log, HeldBins.Log {
  final Session session;

  /** Position among the threads of the recording. */
  final int slot;

  /** The thread that has started it in this recording, or null. */
  final ThreadBuffer parent;

  /** What the schedule knows of the thread. */
  final ScheduledThread scheduled;

  /** How deep the thread is in modelled calls. */
  final CallGuard calls;

  /** The locks of unrecorded code, under which it calls code of the program. */
  final LentLocks lent;

  /** The bins of maps, under which it calls code of the program. */
  final HeldBins bins;

  /** What the next acquire fence acquires. */
  final RelaxedReads relaxedReads = new RelaxedReads();

  /**
   * Whether the next call is a point for the schedule: a synchronized method, whose lock is
   * acquired before any of its code runs, may follow one, or the start of the thread, or that of
   * another one.
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

  /** Where the records ended when the last call of unrecorded code began. */
  int beforeUnseen = Layout.NONE;

  /** What calls of libraries need no further record. */
  final RecentCalls libraryCalls = new RecentCalls();

  /** How many sync records there are, but for those of calls of libraries. */
  long syncs;

  /** The class of the collection of a library that the thread has accessed last, or null. */
  Class<?> collection;

  /** The call in which it did. */
  int collectionSite = Layout.NONE;

  /** Whether it alone can act. */
  final AloneThread alone;

  /** Data accesses until the next perturbation point. */
  int untilPoint;

  /** What the last access was to, and its site, if a point comes right after it. */
  long coveringObject;

  int coveringKey;
  int coveringSite;

  /** How many calls are in progress inside which nothing is recorded. */
  private int silences;

  final HeldLocks locks;

  private final AllocationCounts allocations = new AllocationCounts();
  private final SpinCounter spins = new SpinCounter();

  final ReceiverKinds kinds = new ReceiverKinds(Registry.CALL_KINDS);
  private KnownFields fields; // null before the first copy

  /** The methods of which {@link #initialised} has kept a call. */
  private final NumberSet kept = new NumberSet();

  ThreadBuffer(
      Session session, ScheduledThread scheduled, HeldLocks locks, int tag, ThreadBuffer parent) {
    super(locks.thread, tag, session.space);
    this.session = session;
    this.scheduled = scheduled;
    this.locks = locks;
    this.alone = new AloneThread(locks);
    this.slot = locks.slot;
    this.parent = parent;
    this.span = new Span(this, session.sites);
    this.objects = span.objects;
    this.sites = span.sites;
    this.calls = new CallGuard(parent == null);
    this.lent = new LentLocks(this);
    this.bins = new HeldBins(this, locks);
    this.quiet = ThreadTable.isSystem(thread) ? 1 : 0;
  }

  @Override
  public boolean isCurrent() {
    return Registry.session == session;
  }

  @Override
  protected Chunk nextChunk(int size) {
    span.endWalks();
    return session.nextChunk(this, size);
  }

  /** The object's number. */
  @Override
  public long idOf(Object object) {
    return entryOf(object).id;
  }

  /** The same with the entry of the number. */
  IdentityTable.Entry entryOf(Object object) {
    return objects.entryOf(object, session.identities);
  }

  /** How the calls on an object are treated: one of {@link CallKinds}. */
  int kindOf(Object object) {
    return kindOf(object.getClass());
  }

  /** How the calls on the objects of a class are treated. */
  int kindOf(Class<?> type) {
    int kind = kinds.find(type);
    if (kind < 0) {
      quiet++;
      try {
        kind = kinds.determine(type);
      } finally {
        quiet--;
      }
    }
    return kind;
  }

  /** How a call on an object is treated; the method may be null if it is not known. */
  int kindOf(Object object, String method, int site) {
    Class<?> type = object.getClass();
    int kind = kinds.find(type, site);
    return kind < 0 ? kindOf(type, method, site) : kind;
  }

  private int kindOf(Class<?> type, String method, int site) {
    int ofType = kindOf(type);
    if (ofType != CallKinds.BY_METHOD) {
      return kinds.keep(type, site, ofType);
    }
    if (method == null) {
      return CallKinds.KNOWN;
    }
    quiet++;
    try {
      return kinds.determine(type, site, method, Registry.services.inherited);
    } finally {
      quiet--;
    }
  }

  /** The fields of objects of a class that are copied, in one of the ways of KnownFields. */
  CopiedFields fieldsOf(Class<?> type, int way) {
    CopiedFields found = fields == null ? null : fields.find(type, way);
    if (found == null) {
      quiet++;
      try {
        fields = fields == null ? new KnownFields() : fields;
        found = fields.determine(type, way, Registry.services.copied);
      } finally {
        quiet--;
      }
    }
    return found;
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
    if (lent.areWaiting() && !alone.isUncounted) {
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

  @Override
  public boolean isKeyOf(long bin, Object key) {
    quiet++;
    try {
      return Values.contain(key)
          ? session.binKeys.isOf(bin, key, 0)
          : session.binKeys.isOf(bin, null, idOf(key));
    } finally {
      quiet--;
    }
  }

  @Override
  public void request(Object map, long lock, boolean shared, int site) {
    session.points.requestLock(this, map, lock, shared, site);
  }

  @Override
  public void record(int op, Object map, long operand, int site) {
    session.sync(this, op, Aspects.BIN, map, operand, site);
  }

  @Override
  public int wovenMethods() {
    return calls.wovenMethods();
  }

  /** Whether a data access is only counted. */
  boolean leavesOut() {
    return alone.leavesOut();
  }

  /** Counts an access that is not recorded, and returns its token. */
  int leaveOut(int site) {
    AccessSites known = session.sites;
    if (known.of(site) != AccessSites.UNKNOWN) {
      known.leaveOut(site);
      alone.accesses++;
    }
    return Stripes.NOTHING_HELD;
  }

  void allocated(Object object, int site) {
    int most = alone.isUncounted ? AllocationCounts.MOST_OF_ONE_ALONE : AllocationCounts.MOST;
    if (allocations.isAmongTheFirst(site, most)) {
      long id = idOf(object);
      if (hasRoom()) {
        append(Layout.head(Layout.ALLOCATED, site, id));
      }
    }
  }
}

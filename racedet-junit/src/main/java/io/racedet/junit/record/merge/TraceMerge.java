package io.racedet.junit.record.merge;

import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;

/*
 * Kahn's algorithm. The edges are: program order; per stripe, versions in their order; all sync
 * records in the order of their numbers; the FORK of a thread before its first record; the last
 * record of a thread before its JOINs; the end of a class initialiser before the records of other
 * threads that need the class. All of them agree with real time, so there is no cycle unless the
 * recording is damaged, or a record needs a class in a way that is not modelled.
 *
 * A recording in progress is merged in rounds. A record whose predecessor is not known yet waits for
 * the next round; only what is complete is forced.
 *
 * A blocked thread waits for exactly one thing: a version (by stripe and version), a sync number,
 * its FORK, or, in a linked list, the end of a thread (JOIN) or of a class initialiser. So each
 * record costs constant time, independent of the number of threads.
 */

/** Merges the logs of all threads into one order that could have been observed. */
public final class TraceMerge {
  private static final int NO_THREAD = -1;

  private enum Wait {
    NONE,
    VERSION,
    SEQ,
    FORK,
    JOIN,
    CLASS,
    /** The thread has no record that may be merged, or none yet. */
    ENDED
  }

  private final MergeInput input;
  private final RawTrace trace;
  private final ClassInits classInits;
  private final RecordSink sink;
  private final BitSet forkDone = new BitSet();
  private final BitSet classDone = new BitSet();
  private final BitSet lateJoins = new BitSet();
  private final int[] nextVersion;
  private final short[] waitersOfStripe = new short[Layout.stripes()];
  private final Long2IntOpenHashMap versionWaiters = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap seqWaiters = new Long2IntOpenHashMap();
  private final IntArrayFIFOQueue ready = new IntArrayFIFOQueue();
  private LogCursor[] cursors = {};
  private Wait[] waits = {};
  private int[] joinWaiters = {};
  private int[] classWaiters = {};
  private int[] nextWaiter = {};
  private long passedSeq; // the first number that was not passed
  private long nextSeq;
  private int live;
  private boolean stopped;
  private int forced;

  TraceMerge(MergeInput input, RecordSink sink) {
    this.input = input;
    trace = input.trace();
    this.sink = sink;
    classInits = input.classInits();
    nextVersion = trace.firstVersions();
    passedSeq = trace.firstSeq();
    versionWaiters.defaultReturnValue(NO_THREAD);
    seqWaiters.defaultReturnValue(NO_THREAD);
  }

  /** Sends all records to the sink; returns how many edges had to be dropped to continue. */
  public static int run(Whole trace, RecordSink sink) {
    return new TraceMerge(trace, sink).finish();
  }

  /** Sends the rest, which is complete; returns how many edges had to be dropped to continue. */
  int finish() {
    round();
    while (live > 0 && !stopped) {
      forceOne();
      drain();
    }
    return forced;
  }

  /** Sends the records that may be merged and do not wait for others. */
  void round() {
    addThreads();
    nextSeq = seqFrom(passedSeq);
    seqWaiters.clear();
    versionWaiters.clear();
    Arrays.fill(waitersOfStripe, (short) 0);
    joinWaiters = filled(waits.length);
    classWaiters = filled(classInits.size());
    live = 0;
    for (int slot = 0; slot < waits.length; slot++) {
      boolean hasRecord = waits[slot] != Wait.ENDED || cursors[slot].next();
      waits[slot] = hasRecord ? Wait.NONE : Wait.ENDED;
      if (hasRecord) {
        live++;
        if (input.isForked(slot) && !forkDone.get(slot)) {
          waits[slot] = Wait.FORK;
        } else {
          ready.enqueue(slot);
        }
      }
    }
    drain();
  }

  /**
   * How far the records of a thread were sent, between two rounds; see {@link LogCursor#passed}.
   */
  long passed(int slot) {
    return slot < waits.length ? cursors[slot].passed(waits[slot] == Wait.ENDED) : 0;
  }

  /** The object of a thread's last range while it may get more elements, or 0. */
  long open(int slot) {
    return slot < waits.length ? cursors[slot].open() : 0;
  }

  private void addThreads() {
    int known = waits.length;
    int threads = trace.threads().size();
    cursors = Arrays.copyOf(cursors, threads);
    waits = Arrays.copyOf(waits, threads);
    nextWaiter = Arrays.copyOf(nextWaiter, threads);
    for (int slot = known; slot < threads; slot++) {
      cursors[slot] = input.cursor(slot);
      waits[slot] = Wait.ENDED;
    }
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NO_THREAD);
    return array;
  }

  private long seqFrom(long from) {
    long next = input.seqFrom(from);
    return next < 0 ? Long.MAX_VALUE : next;
  }

  private void drain() {
    while (!ready.isEmpty() && !stopped) {
      run(ready.dequeueInt());
    }
  }

  private void run(int slot) {
    LogCursor at = cursors[slot];
    do {
      if (mustWait(slot, at)) {
        return;
      }
      if (!isTooEarly(at) && !sink.record(at)) {
        stopped = true;
        return;
      }
      pass(at);
    } while (at.next());
    waits[slot] = Wait.ENDED;
    live--;
    wakeAll(joinWaiters, slot);
  }

  /* ---- whether a record must wait ---- */

  private boolean mustWait(int slot, LogCursor at) {
    for (int needed : classInits.needed(at)) {
      if (!classDone.get(needed) && classInits.initializer(needed) != slot) {
        return enlist(slot, Wait.CLASS, classWaiters, needed);
      }
    }
    if (at.isAccess()) {
      return mustWaitForVersion(slot, at);
    }
    return at.kind() == Layout.SYNC && mustWaitForSync(slot, at);
  }

  private boolean mustWaitForVersion(int slot, LogCursor at) {
    int stripe = Layout.stripe(at.head(), at.second());
    int version = Layout.version(at.second());
    long key = versionKey(stripe, version);
    /* Two records have the same version only where a stripe was taken from a thread. */
    if (version - nextVersion[stripe] <= 0 || versionWaiters.containsKey(key)) {
      return false;
    }
    versionWaiters.put(key, slot);
    waitersOfStripe[stripe]++;
    waits[slot] = Wait.VERSION;
    return true;
  }

  private boolean mustWaitForSync(int slot, LogCursor at) {
    if (at.seq() > nextSeq || !isKnown(at) || input.isUndecided(at)) {
      seqWaiters.put(at.seq(), slot);
      waits[slot] = Wait.SEQ;
      return true;
    }
    int other = (int) at.operand();
    return isTooEarly(at) && !lateJoins.get(other) && enlist(slot, Wait.JOIN, joinWaiters, other);
  }

  /* The last record of all may be replaced by one that repeats it, unless its thread has gone on,
   * possibly for long without another one. */
  private boolean isKnown(LogCursor at) {
    long known = trace.knownSeqs();
    return at.seq() < known || at.seq() == known && at.hasMore();
  }

  private boolean isTooEarly(LogCursor at) {
    return at.kind() == Layout.SYNC && at.syncOp() == OpCodes.JOIN && !hasEnded((int) at.operand());
  }

  private boolean hasEnded(int slot) {
    return slot < waits.length
        && waits[slot] == Wait.ENDED
        && trace.threads().get(slot).isSettled();
  }

  private boolean enlist(int slot, Wait wait, int[] heads, int on) {
    nextWaiter[slot] = heads[on];
    heads[on] = slot;
    waits[slot] = wait;
    return true;
  }

  private static long versionKey(int stripe, int version) {
    return (long) stripe << 32 | version & 0xFFFF_FFFFL;
  }

  /* ---- which threads a record unblocks ---- */

  private void pass(LogCursor at) {
    if (at.isAccess()) {
      passVersion(Layout.stripe(at.head(), at.second()), Layout.version(at.second()) + 1);
    } else if (at.kind() == Layout.SYNC) {
      passSync(at);
    }
  }

  private void passVersion(int stripe, int version) {
    if (version - nextVersion[stripe] < 0) {
      return;
    }
    nextVersion[stripe] = version;
    if (waitersOfStripe[stripe] > 0) {
      int waiter = versionWaiters.remove(versionKey(stripe, version));
      if (waiter != NO_THREAD) {
        waitersOfStripe[stripe]--;
        wake(waiter);
      }
    }
  }

  private void passSync(LogCursor at) {
    passSeq(at.seq() + 1);
    if (at.syncOp() == OpCodes.FORK) {
      int child = (int) at.operand();
      if (!forkDone.get(child)) {
        forkDone.set(child);
        if (child < waits.length && waits[child] == Wait.FORK) {
          wake(child);
        }
      }
    }
    int sent = classInits.isEmpty() ? ClassInits.NONE : classInits.sent(at);
    if (sent != ClassInits.NONE && !classDone.get(sent)) {
      classDone.set(sent);
      wakeAll(classWaiters, sent);
    }
  }

  private void passSeq(long from) {
    if (from < passedSeq) {
      return; // elements that have joined a range after it was sent
    }
    passedSeq = from;
    nextSeq = seqFrom(from);
    int waiter = seqWaiters.remove(nextSeq);
    if (waiter != NO_THREAD) {
      wake(waiter);
    }
  }

  private void wakeAll(int[] heads, int on) {
    int waiter = heads[on];
    heads[on] = NO_THREAD;
    while (waiter != NO_THREAD) {
      int next = nextWaiter[waiter];
      wake(waiter);
      waiter = next;
    }
  }

  private void wake(int slot) {
    waits[slot] = Wait.NONE;
    ready.enqueue(slot);
  }

  /* ---- contradictory recordings ---- */

  /* Drops one edge, of the least reliable kind that some thread waits for. */
  private void forceOne() {
    forced++;
    if (!forceList(classWaiters, classDone)
        && !forceList(joinWaiters, lateJoins)
        && !forceFork()
        && !forceVersion()) {
      forceSeq();
    }
  }

  /* Unblocks the threads that wait for a class, or for a thread, whose JOINs are then dropped. */
  private boolean forceList(int[] heads, BitSet done) {
    for (int on = 0; on < heads.length; on++) {
      if (heads[on] != NO_THREAD) {
        done.set(on);
        wakeAll(heads, on);
        return true;
      }
    }
    return false;
  }

  private boolean forceFork() {
    for (int slot = 0; slot < waits.length; slot++) {
      if (waits[slot] == Wait.FORK) {
        wake(slot);
        return true;
      }
    }
    return false;
  }

  private boolean forceVersion() {
    int best = NO_THREAD;
    int smallestGap = Integer.MAX_VALUE;
    for (int slot = 0; slot < waits.length; slot++) {
      if (waits[slot] == Wait.VERSION) {
        LogCursor at = cursors[slot];
        int stripe = Layout.stripe(at.head(), at.second());
        int gap = Layout.version(at.second()) - nextVersion[stripe];
        if (best == NO_THREAD || gap < smallestGap) {
          best = slot;
          smallestGap = gap;
        }
      }
    }
    if (best == NO_THREAD) {
      return false;
    }
    LogCursor at = cursors[best];
    int stripe = Layout.stripe(at.head(), at.second());
    if (smallestGap > 0) {
      nextVersion[stripe] = Layout.version(at.second());
    }
    versionWaiters.remove(versionKey(stripe, Layout.version(at.second())));
    waitersOfStripe[stripe]--;
    wake(best);
    return true;
  }

  private void forceSeq() {
    int first = NO_THREAD;
    for (int slot = 0; slot < waits.length; slot++) {
      boolean isWaiting = waits[slot] == Wait.SEQ;
      if (isWaiting && (first == NO_THREAD || cursors[slot].seq() < cursors[first].seq())) {
        first = slot;
      }
    }
    if (first == NO_THREAD) {
      throw new IllegalStateException(
          "internal error: " + live + " threads are left, and none waits");
    }
    passSeq(cursors[first].seq());
    if (waits[first] == Wait.SEQ) {
      wake(first); // another one has the same number, and went on
    }
  }
}

package io.racedet.junit.record.merge;

import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.OpCodes;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/*
 * Kahn's algorithm. The edges are: program order; per stripe, versions in their order; all sync
 * records in the order of their numbers; the FORK of a thread before its first record; the last
 * record of a thread before its JOINs; the end of a class initialiser before the records of other
 * threads that need the class. All of them agree with real time, so there is no cycle unless the
 * recording is damaged, or a record needs a class in a way that is not modelled.
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
    ENDED
  }

  private final MergePlan plan;
  private final ClassInits classInits;
  private final RecordSink sink;
  private final LogCursor[] cursors;
  private final Wait[] waits;
  private final boolean[] forkDone;
  private final boolean[] classDone;
  private final boolean[] lateJoins;
  private final int[] joinWaiters;
  private final int[] classWaiters;
  private final int[] nextWaiter;
  private final int[] nextVersion;
  private final short[] waitersOfStripe = new short[Layout.stripes()];
  private final Long2IntOpenHashMap versionWaiters = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap seqWaiters = new Long2IntOpenHashMap();
  private final IntArrayFIFOQueue ready = new IntArrayFIFOQueue();
  private long nextSeq;
  private int live;
  private boolean stopped;
  private int forced;

  private TraceMerge(MergePlan plan, RecordSink sink) {
    int threads = plan.threads();
    this.plan = plan;
    this.sink = sink;
    classInits = plan.classInits();
    cursors = new LogCursor[threads];
    waits = new Wait[threads];
    forkDone = new boolean[threads];
    classDone = new boolean[classInits.size()];
    lateJoins = new boolean[threads];
    joinWaiters = filled(threads);
    classWaiters = filled(classInits.size());
    nextWaiter = filled(threads);
    nextVersion = plan.firstVersions();
    nextSeq = plan.firstSeq();
    versionWaiters.defaultReturnValue(NO_THREAD);
    seqWaiters.defaultReturnValue(NO_THREAD);
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NO_THREAD);
    return array;
  }

  /** Sends all records to the sink; returns how many edges had to be dropped to continue. */
  public static int run(MergePlan plan, RecordSink sink) {
    TraceMerge merge = new TraceMerge(plan, sink);
    merge.begin();
    merge.drain();
    while (merge.live > 0 && !merge.stopped) {
      merge.forceOne();
      merge.drain();
    }
    return merge.forced;
  }

  private void begin() {
    for (int slot = 0; slot < cursors.length; slot++) {
      cursors[slot] = plan.cursor(slot);
      waits[slot] = Wait.ENDED;
      if (cursors[slot].next()) {
        live++;
        waits[slot] = plan.isForked(slot) ? Wait.FORK : Wait.NONE;
        if (waits[slot] == Wait.NONE) {
          ready.enqueue(slot);
        }
      }
    }
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
      if (!classDone[needed] && classInits.initializer(needed) != slot) {
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
    if (at.seq() > nextSeq) {
      seqWaiters.put(at.seq(), slot);
      waits[slot] = Wait.SEQ;
      return true;
    }
    int other = (int) at.operand();
    return isTooEarly(at) && !lateJoins[other] && enlist(slot, Wait.JOIN, joinWaiters, other);
  }

  private boolean isTooEarly(LogCursor at) {
    return at.kind() == Layout.SYNC
        && at.syncOp() == OpCodes.JOIN
        && waits[(int) at.operand()] != Wait.ENDED;
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
      if (!forkDone[child]) {
        forkDone[child] = true;
        if (waits[child] == Wait.FORK) {
          wake(child);
        }
      }
    }
    int sent = classInits.isEmpty() ? ClassInits.NONE : classInits.sent(at);
    if (sent != ClassInits.NONE && !classDone[sent]) {
      classDone[sent] = true;
      wakeAll(classWaiters, sent);
    }
  }

  private void passSeq(long from) {
    long next = plan.seqFrom(from);
    nextSeq = next < 0 ? Long.MAX_VALUE : next;
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
  private boolean forceList(int[] heads, boolean[] done) {
    for (int on = 0; on < heads.length; on++) {
      if (heads[on] != NO_THREAD) {
        done[on] = true;
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
    long smallest = Long.MAX_VALUE;
    for (int slot = 0; slot < waits.length; slot++) {
      if (waits[slot] == Wait.SEQ) {
        smallest = Math.min(smallest, cursors[slot].seq());
      }
    }
    if (smallest == Long.MAX_VALUE) {
      throw new IllegalStateException(
          "internal error: " + live + " threads are left, and none waits");
    }
    passSeq(smallest);
  }
}

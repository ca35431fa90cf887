package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.RawThread;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;

/**
 * What must be known of a trace before its records can be translated. Not thread-safe.
 *
 * <p>Of a whole trace, all is known. Of a recording that is translated while it is in progress,
 * what its later records will tell is not; then what orders more events is taken for true, and all
 * that the translation knows it has from the records before. So it is the same whenever the records
 * are translated again in the same order.
 */
public final class MergePlan implements MergeInput {
  private final List<RawThread> threads;
  private final boolean whole;
  private final CodeScope scope;
  private final int[] firstVersions = new int[Layout.stripes()];
  private final boolean[] usedStripes = new boolean[Layout.stripes()];
  private final boolean[] forks; // of a whole trace
  private final IntPredicate forked;
  private final IntSet leftover;
  private final LoadedTypes types;
  private final ClassInits classInits;
  private final InitialHolds initialHolds = new InitialHolds();
  private final RangeUsers rangeUsers;
  private final QueriedLocks queriedLocks;
  private final LockDetails.HandedStamps seenStamps = new LockDetails.HandedStamps();
  private LockDetails.HandedStamps handedStamps = LockDetails.HandedStamps.UNKNOWN;
  private final ElementWrites elementWrites;
  private final OptimisticReads optimisticReads;
  private final UnknownCalls unknownCalls;
  private final UnseenLocks unseenLocks;
  private final WalkedArrays walkedArrays;
  private final BitSet seqs = new BitSet();
  private long firstSeq = Long.MAX_VALUE;
  private long size;
  private final IntOpenHashSet accessing = new IntOpenHashSet(); // threads with data accesses

  /**
   * Scans a trace.
   *
   * @param classes whether the class of a name is in the scope of the recording
   * @param leftover the slots of threads that an earlier repetition of the test has started
   */
  public MergePlan(
      RawTrace trace, SiteCatalog catalog, Predicate<String> classes, IntSet leftover) {
    this(
        trace.threads(),
        slot -> trace.threads().get(slot).forked(),
        trace::typeOf,
        WalkedArrays.ofWholeTrace(),
        catalog,
        classes,
        leftover,
        true);
    findFirstSeq();
    for (int slot = 0; slot < threads.size(); slot++) {
      initialHolds.nextThread();
      unseenLocks.nextThread();
      queriedLocks.nextThread();
      LogCursor at = cursor(slot);
      while (at.next()) {
        scan(at);
      }
    }
    walkedArrays.end();
    endStamps();
    unknownCalls.scanAccesses(this);
    unseenLocks.end(unknownCalls);
    rangeUsers.scan(this);
  }

  private MergePlan(
      List<RawThread> threads,
      IntPredicate forked,
      LongFunction<Class<?>> classesOfObjects,
      WalkedArrays walkedArrays,
      SiteCatalog catalog,
      Predicate<String> classes,
      IntSet leftover,
      boolean whole) {
    this.walkedArrays = walkedArrays;
    this.threads = threads;
    this.forked = forked;
    this.whole = whole;
    this.leftover = leftover;
    scope = new CodeScope(catalog, classes);
    forks = new boolean[threads.size()];
    types = new LoadedTypes(catalog, whole);
    classInits = new ClassInits(classesOfObjects, catalog, types);
    rangeUsers = new RangeUsers(whole);
    queriedLocks = new QueriedLocks(whole);
    elementWrites = new ElementWrites(whole);
    optimisticReads = new OptimisticReads(whole);
    unknownCalls = new UnknownCalls(whole);
    unseenLocks = new UnseenLocks(whole);
  }

  /**
   * The plan of a recording in progress.
   *
   * @param forked whether a thread of the recording has started the one of a slot
   * @param classesOfObjects the class of an object by its id, or null
   * @param lengths the length of an array by its id, not positive for other objects
   * @param classes whether the class of a name is in the scope of the recording
   * @param leftover the slots of threads that an earlier repetition has started, as they are found
   */
  static MergePlan ofProgress(
      IntPredicate forked,
      LongFunction<Class<?>> classesOfObjects,
      LongToIntFunction lengths,
      SiteCatalog catalog,
      Predicate<String> classes,
      IntSet leftover) {
    WalkedArrays arrays = WalkedArrays.ofProgress(lengths);
    return new MergePlan(
        List.of(), forked, classesOfObjects, arrays, catalog, classes, leftover, false);
  }

  /* The sync numbers of one thread increase, so its first sync record has the smallest one. */
  private void findFirstSeq() {
    for (int slot = 0; slot < threads.size(); slot++) {
      LogCursor at = cursor(slot);
      boolean found = false;
      while (!found && at.next()) {
        if (at.kind() == Layout.SYNC) {
          firstSeq = Math.min(firstSeq, at.seq());
          found = true;
        }
      }
    }
  }

  private void scan(LogCursor at) {
    size += at.isWalk() ? at.steps() : 1;
    if (at.isOfData()) {
      accessing.add(at.slot());
    }
    if (at.isAccess()) {
      int stripe = Layout.stripe(at.head(), at.second());
      int version = Layout.version(at.second());
      if (!usedStripes[stripe] || version - firstVersions[stripe] < 0) {
        usedStripes[stripe] = true;
        firstVersions[stripe] = version;
      }
      elementWrites.add(at);
      if (at.kind() != Layout.FREEZE && scope.isUnseen(at.site())) {
        unseenLocks.access();
      }
    } else if (at.isWalk()) {
      walkedArrays.add(at);
    } else if (at.kind() == Layout.SYNC) {
      seqs.set(Math.toIntExact(at.seq() - firstSeq));
      if (at.syncOp() == OpCodes.FORK) {
        int child = (int) at.operand();
        forks[child] = forked.test(child);
      }
      classInits.add(at);
      rangeUsers.add(at);
      elementWrites.add(at);
      optimisticReads.add(at);
      if (!scope.ignores(at)) {
        unknownCalls.add(at);
        unseenLocks.add(at, scope.isUnseen(at.site()));
      }
      queriedLocks.add(at);
      addStamp(at);
      initialHolds.add(at, threads.get(at.slot()).forked());
    }
  }

  /** About how many events can be in a race: none if one thread makes all data accesses. */
  public long comparable() {
    return accessing.size() < 2 ? 0 : size;
  }

  /** Whether it is known what all records will tell. */
  boolean isWhole() {
    return whole;
  }

  /** The number of threads; 0 if that is not known yet. */
  @Override
  public int threads() {
    return threads.size();
  }

  @Override
  public LogCursor cursor(int slot) {
    return new LogCursor(threads.get(slot), slot);
  }

  CodeScope scope() {
    return scope;
  }

  @Override
  public boolean isDrained(int slot) {
    return true;
  }

  @Override
  public int[] firstVersions() {
    return Arrays.copyOf(firstVersions, firstVersions.length);
  }

  /** Whether the trace has the FORK of the thread. */
  @Override
  public boolean isForked(int slot) {
    return forks[slot];
  }

  /** Whether the first FORK of a thread has started it. */
  boolean startsThread(int slot) {
    return whole ? forks[slot] : forked.test(slot);
  }

  /** The threads that an earlier repetition of the test has started, for a replay with some ids. */
  LeftoverThreads leftoverThreads(TraceIds ids) {
    return new LeftoverThreads(leftover, ids);
  }

  LoadedTypes types() {
    return types;
  }

  @Override
  public boolean isUndecided(LogCursor at) {
    return false;
  }

  @Override
  public ClassInits classInits() {
    return classInits;
  }

  InitialHolds initialHolds() {
    return initialHolds;
  }

  RangeUsers rangeUsers() {
    return rangeUsers;
  }

  QueriedLocks queriedLocks() {
    return queriedLocks;
  }

  /** Looks at a record for stamps that threads hand over. */
  public void addStamp(LogCursor at) {
    if (at.kind() == Layout.SYNC) {
      seenStamps.add(at);
    }
  }

  /** All records have been looked at for such stamps: later translations know them. */
  public void endStamps() {
    seenStamps.end();
    handedStamps = seenStamps;
  }

  LockDetails.HandedStamps handedStamps() {
    return handedStamps;
  }

  ElementWrites elementWrites() {
    return elementWrites;
  }

  OptimisticReads optimisticReads() {
    return optimisticReads;
  }

  /** Those of a whole trace, or new ones, for one translation. */
  UnknownCalls unknownCalls() {
    return whole ? unknownCalls : new UnknownCalls(false);
  }

  UnseenLocks unseenLocks() {
    return unseenLocks;
  }

  WalkedArrays walkedArrays() {
    return walkedArrays;
  }

  @Override
  public long firstSeq() {
    return firstSeq;
  }

  @Override
  public long knownSeqs() {
    return Long.MAX_VALUE;
  }

  @Override
  public long seqFrom(long seq) {
    int next = firstSeq == Long.MAX_VALUE ? -1 : seqs.nextSetBit(Math.toIntExact(seq - firstSeq));
    return next < 0 ? -1 : firstSeq + next;
  }
}

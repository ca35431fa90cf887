package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.RawThread;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.OpCodes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/** What must be known of a whole trace before it can be merged. Not thread-safe. */
public final class MergePlan {
  private final List<RawThread> threads;
  private final CodeScope scope;
  private final int[] firstVersions = new int[Layout.stripes()];
  private final boolean[] usedStripes = new boolean[Layout.stripes()];
  private final boolean[] forks;
  private final BitSet leftover;
  private final LoadedTypes types;
  private final ClassInits classInits;
  private final InitialHolds initialHolds = new InitialHolds();
  private final RangeUsers rangeUsers = new RangeUsers();
  private final QueriedLocks queriedLocks = new QueriedLocks();
  private final ElementWrites elementWrites = new ElementWrites();
  private final OptimisticReads optimisticReads = new OptimisticReads();
  private final UnknownCalls unknownCalls = new UnknownCalls();
  private final UnseenLocks unseenLocks = new UnseenLocks();
  private final WalkedArrays walkedArrays = new WalkedArrays();
  private final BitSet seqs = new BitSet();
  private long firstSeq = Long.MAX_VALUE;

  /**
   * Scans a trace.
   *
   * @param classes whether the class of a name is in the scope of the recording
   * @param leftover the slots of threads that an earlier repetition of the test has started
   */
  public MergePlan(
      RawTrace trace, SiteCatalog catalog, Predicate<String> classes, BitSet leftover) {
    threads = trace.threads();
    scope = new CodeScope(catalog, classes);
    this.leftover = leftover;
    forks = new boolean[threads.size()];
    types = new LoadedTypes(catalog);
    classInits = new ClassInits(trace, catalog, types);
    findFirstSeq();
    for (int slot = 0; slot < threads.size(); slot++) {
      initialHolds.nextThread();
      optimisticReads.nextThread();
      unseenLocks.nextThread();
      queriedLocks.nextThread();
      LogCursor at = cursor(slot);
      while (at.next()) {
        scan(at);
      }
    }
    unknownCalls.scanAccesses(this);
    unseenLocks.end(unknownCalls);
    rangeUsers.scan(this);
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
        forks[child] = threads.get(child).forked();
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
      initialHolds.add(at, threads.get(at.slot()).forked());
    }
  }

  /** The number of threads. */
  public int threads() {
    return threads.size();
  }

  LogCursor cursor(int slot) {
    return new LogCursor(threads.get(slot), slot);
  }

  CodeScope scope() {
    return scope;
  }

  /** The smallest version on each stripe; versions wrap around. */
  int[] firstVersions() {
    return Arrays.copyOf(firstVersions, firstVersions.length);
  }

  /** Whether the trace has the FORK of the thread. */
  boolean isForked(int slot) {
    return forks[slot];
  }

  /** The threads that an earlier repetition of the test has started, for a replay with some ids. */
  LeftoverThreads leftoverThreads(TraceIds ids) {
    return new LeftoverThreads(leftover, ids);
  }

  LoadedTypes types() {
    return types;
  }

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

  ElementWrites elementWrites() {
    return elementWrites;
  }

  OptimisticReads optimisticReads() {
    return optimisticReads;
  }

  UnknownCalls unknownCalls() {
    return unknownCalls;
  }

  UnseenLocks unseenLocks() {
    return unseenLocks;
  }

  WalkedArrays walkedArrays() {
    return walkedArrays;
  }

  long firstSeq() {
    return firstSeq;
  }

  /** The smallest sync number in the trace that is at least {@code seq}, or -1. */
  long seqFrom(long seq) {
    int next = seqs.nextSetBit(Math.toIntExact(seq - firstSeq));
    return next < 0 ? -1 : firstSeq + next;
  }
}

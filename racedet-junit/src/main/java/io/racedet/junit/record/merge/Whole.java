package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.RawThread;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/** What is known of a trace all of whose records have been read. */
public final class Whole extends Knowledge implements MergeInput {
  private final RawTrace trace;
  private final List<RawThread> threads;
  private final boolean[] forks;
  private final ObjectUsers users = new ObjectUsers();
  private final boolean leavesOut;
  private final QueriedLocks queriedLocks = new QueriedLocks();
  private final LockDetails.HandedStamps handedStamps = new LockDetails.HandedStamps();
  private final ElementWrites elementWrites = new ElementWrites();
  private final OptimisticReads optimisticReads = new OptimisticReads();
  private final UnknownCalls unknownCalls = new UnknownCalls();
  private final UnseenLocks unseenLocks = new UnseenLocks();
  private final BitSet seqs = new BitSet();
  private long size;
  private final IntOpenHashSet accessing = new IntOpenHashSet(); // threads with data accesses

  /**
   * Reads a trace.
   *
   * @param classes whether the class of a name is in the scope of the recording
   * @param leftover the slots of threads that an earlier repetition of the test has started
   * @param leavesOut whether accesses of objects that one thread alone uses become no events
   */
  public Whole(
      RawTrace trace,
      SiteCatalog catalog,
      Predicate<String> classes,
      IntSet leftover,
      boolean leavesOut) {
    super(
        trace,
        catalog,
        WalkedArrays.ofWholeTrace(),
        new LoadedTypes(catalog, true),
        classes,
        leftover);
    this.trace = trace;
    this.leavesOut = leavesOut;
    threads = trace.threads();
    forks = new boolean[threads.size()];
    for (int slot = 0; slot < threads.size(); slot++) {
      initialHolds.nextThread();
      unseenLocks.nextThread();
      queriedLocks.nextThread();
      LogCursor at = cursor(slot);
      while (at.next()) {
        add(at);
      }
    }
    walkedArrays.end();
    handedStamps.end();
    addUses();
    unseenLocks.end(this::isShared);
  }

  private void add(LogCursor at) {
    size += at.isWalk() ? at.steps() : 1;
    if (at.isOfData()) {
      accessing.add(at.slot());
      users.use(at.object(), at.slot());
    }
    if (at.isAccess()) {
      elementWrites.add(at);
      if (at.kind() != Layout.FREEZE && scope.isUnseen(at.site())) {
        unseenLocks.access();
      }
    } else if (at.isWalk()) {
      walkedArrays.add(at);
    } else if (at.kind() == Layout.SYNC) {
      addSync(at);
    }
  }

  private void addSync(LogCursor at) {
    boolean isForked = threads.get(at.slot()).forked();
    seqs.set(Math.toIntExact(at.seq() - trace.firstSeq()));
    if (at.syncOp() == OpCodes.FORK) {
      int child = (int) at.operand();
      forks[child] = threads.get(child).forked();
    }
    classInits().add(at);
    elementWrites.add(at);
    optimisticReads.add(at);
    if (!scope.ignores(at)) {
      unknownCalls.add(at);
      unseenLocks.add(at, scope.isUnseen(at.site()));
    }
    queriedLocks.add(at);
    handedStamps.add(at);
    initialHolds.add(at, isForked);
  }

  /* Which threads use the objects of unknown calls, once all are known. */
  private void addUses() {
    boolean none = unknownCalls.size() == 0;
    for (int slot = 0; slot < threads.size() && !none; slot++) {
      LogCursor at = cursor(slot);
      while (at.next()) {
        if (at.isAccess() || at.isWalk() || at.isRange() && at.isOfArray()) {
          unknownCalls.use(at.object(), slot);
        }
      }
    }
  }

  @Override
  public long comparable() {
    return accessing.size() < 2 ? 0 : size;
  }

  @Override
  boolean startsThread(int slot) {
    return forks[slot];
  }

  @Override
  UnknownCalls unknownCalls() {
    return unknownCalls;
  }

  @Override
  boolean isShared(long object) {
    return unknownCalls.isShared(object);
  }

  @Override
  boolean mayHaveUnseenCode(long key, long operand) {
    return unseenLocks.contains(key, operand);
  }

  @Override
  boolean concernsQueries(LogCursor at) {
    return queriedLocks.concerns(at);
  }

  @Override
  LockDetails.HandedStamps handedStamps() {
    return handedStamps;
  }

  @Override
  int changeOfReasons(LogCursor at) {
    return optimisticReads.change(at);
  }

  /* All of them are among the initial holds. */
  @Override
  boolean mayHoldUnknownLocks() {
    return false;
  }

  @Override
  int holdsAfterWait(long seq) {
    return initialHolds.depthAfterWait(seq);
  }

  /* The object 0 stands for static fields, of all classes. */
  @Override
  boolean isOfOneThread(long object) {
    return leavesOut && object != 0 && !users.areSeveral(object);
  }

  @Override
  boolean expandsAll() {
    return false;
  }

  @Override
  void forEachElement(LogCursor range, IntConsumer indices) {
    if (!range.isOfArray()) {
      elementWrites.forEachWritten(range, indices);
    } else if (users.areSeveral(range.object())) {
      range.forEachElement(indices);
    }
  }

  /* ---- the input of the merge ---- */

  @Override
  public RawTrace trace() {
    return trace;
  }

  @Override
  public LogCursor cursor(int slot) {
    return new LogCursor(threads.get(slot), slot);
  }

  @Override
  public boolean isForked(int slot) {
    return forks[slot];
  }

  @Override
  public boolean isUndecided(LogCursor at) {
    return false;
  }

  @Override
  public long seqFrom(long seq) {
    int next = seqs.nextSetBit(Math.toIntExact(seq - trace.firstSeq()));
    return next < 0 ? -1 : trace.firstSeq() + next;
  }
}

package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;

/**
 * What is known of a recording that is translated while it is in progress: nothing of its later
 * records, so that whatever they could still tell counts as told. All else is from the records
 * before, and so is the same whenever the records are translated again in the same order.
 */
public final class SoFar extends Knowledge {
  private final IntPredicate forked;
  private final LockDetails.HandedStamps seenStamps = new LockDetails.HandedStamps();
  private LockDetails.HandedStamps handedStamps = LockDetails.HandedStamps.UNKNOWN;

  /**
   * Starts without a record.
   *
   * @param forked whether a thread of the recording has started the one of a slot
   * @param classesOfObjects the class of an object by its id, or null
   * @param lengths the length of an array by its id, not positive for other objects
   * @param classes whether the class of a name is in the scope of the recording
   * @param leftover the slots of threads that an earlier repetition has started, as they are found
   */
  SoFar(
      IntPredicate forked,
      LongFunction<Class<?>> classesOfObjects,
      LongToIntFunction lengths,
      SiteCatalog catalog,
      Predicate<String> classes,
      IntSet leftover) {
    super(
        catalog,
        classesOfObjects,
        WalkedArrays.ofProgress(lengths),
        new LoadedTypes(catalog, false),
        classes,
        leftover);
    this.forked = forked;
  }

  /** Adds a record that is merged, of which a later translation may need to know. */
  public void add(LogCursor at) {
    if (at.kind() == Layout.SYNC) {
      seenStamps.add(at);
    }
  }

  /** The recording is over, and all records have been added: later translations know that. */
  public void end() {
    seenStamps.end();
    handedStamps = seenStamps;
  }

  @Override
  public long comparable() {
    return Long.MAX_VALUE;
  }

  @Override
  boolean startsThread(int slot) {
    return forked.test(slot);
  }

  @Override
  UnknownCalls unknownCalls() {
    return new UnknownCalls();
  }

  @Override
  boolean isShared(long object) {
    return true;
  }

  /* Without such code, that orders nothing. */
  @Override
  boolean mayHaveUnseenCode(long key, long operand) {
    return true;
  }

  /* A bid may not fail: all bids and releases are sends. So a query sees failed bids, too. */
  @Override
  boolean concernsQueries(LogCursor at) {
    return at.aspect() == Aspects.LOCK;
  }

  @Override
  LockDetails.HandedStamps handedStamps() {
    return handedStamps;
  }

  /* The merge has made records of that. */
  @Override
  int changeOfReasons(LogCursor at) {
    return 0;
  }

  @Override
  boolean mayHoldUnknownLocks() {
    return true;
  }

  @Override
  int holdsAfterWait(long seq) {
    return 1;
  }

  @Override
  boolean expandsAll() {
    return true;
  }

  @Override
  void forEachElement(LogCursor range, IntConsumer indices) {
    range.forEachElement(indices);
  }
}

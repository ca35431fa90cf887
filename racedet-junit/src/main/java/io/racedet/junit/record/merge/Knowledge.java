package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Aspects;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * What is known of a trace besides the record that is translated: of the {@linkplain Whole whole}
 * trace, or of a recording in progress, {@linkplain SoFar so far}. As long as no other answer is
 * known, each is the one that orders more events. Not thread-safe.
 */
public abstract sealed class Knowledge permits Whole, SoFar {
  final SiteCatalog catalog;
  final CodeScope scope;
  final LoadedTypes types;
  final WalkedArrays walkedArrays;
  final InitialHolds initialHolds = new InitialHolds();
  private final ClassInits classInits;
  private final IntSet leftover;

  /**
   * Starts without a record.
   *
   * @param types the classes that are known, and whether others may be loaded later
   * @param classes whether the class of a name is in the scope of the recording
   * @param leftover the slots of threads that an earlier repetition of the test has started
   */
  Knowledge(
      RawTrace trace,
      SiteCatalog catalog,
      WalkedArrays walkedArrays,
      LoadedTypes types,
      Predicate<String> classes,
      IntSet leftover) {
    this.catalog = catalog;
    this.types = types;
    this.walkedArrays = walkedArrays;
    this.leftover = leftover;
    scope = new CodeScope(catalog, classes);
    classInits = new ClassInits(trace, catalog, types);
  }

  /** The classes that were initialised, as far as that is known. */
  public final ClassInits classInits() {
    return classInits;
  }

  /** The threads that an earlier repetition of the test has started, for a replay with some ids. */
  final LeftoverThreads leftoverThreads(TraceIds ids) {
    return new LeftoverThreads(leftover, ids);
  }

  /** About how many events can be in a race: none if one thread makes all data accesses. */
  public long comparable() {
    return Long.MAX_VALUE;
  }

  /** Whether the first FORK of a thread has started it. */
  abstract boolean startsThread(int slot);

  /** The objects on which unknown code is called, for one translation. */
  abstract UnknownCalls unknownCalls();

  /** Whether several threads may use the objects that such calls have connected with an object. */
  boolean isShared(long object) {
    return true;
  }

  /**
   * Whether code may run under a lock, by its key and operand, whose accesses are not recorded.
   * That all may have such code orders nothing as long as there is none.
   */
  boolean mayHaveUnseenCode(long key, long operand) {
    return true;
  }

  /**
   * Whether a record may change what a query of a lock sees, or is one. A bid may not fail, and a
   * query may follow: all bids and releases count, so that a query sees failed bids, too.
   */
  boolean concernsQueries(LogCursor at) {
    return at.aspect() == Aspects.LOCK;
  }

  /** The locks with stamps that threads hand over. */
  abstract LockDetails.HandedStamps handedStamps();

  /**
   * By how much a sync record changes the number of reasons why reads are void, if no other record
   * says so.
   */
  int changeOfReasons(LogCursor at) {
    return 0;
  }

  /** Whether a wait may release a lock that was held before, of which no record has told. */
  boolean mayHoldUnknownLocks() {
    return true;
  }

  /** How many holds end a wait, with a number, whose begin is not in the recording. */
  int holdsAfterWait(long seq) {
    return 1;
  }

  /** Whether one thread alone accesses an object, so that its accesses need not become events. */
  boolean isOfOneThread(long object) {
    return false;
  }

  /** Whether each range counts as an access of every one of its elements. */
  boolean expandsAll() {
    return true;
  }

  /** Sends the elements of a range that are to become events; none of other records. */
  void forEachElement(LogCursor range, IntConsumer indices) {
    range.forEachElement(indices);
  }
}

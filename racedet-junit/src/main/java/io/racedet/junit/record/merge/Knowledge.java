package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.function.IntConsumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * What is known of a trace besides the record that is translated: of the {@linkplain Whole whole}
 * trace, or of a recording in progress, {@linkplain SoFar so far}. What is not known is answered
 * with what orders more events. Not thread-safe.
 */
public abstract sealed class Knowledge permits Whole, SoFar {
  final CodeScope scope;
  final LoadedTypes types;
  final WalkedArrays walkedArrays;
  final InitialHolds initialHolds = new InitialHolds();
  private final ClassInits classInits;
  private final IntSet leftover;

  /**
   * Starts without a record.
   *
   * @param classesOfObjects the class of an object by its id, or null
   * @param types the classes that are known, and whether others may be loaded later
   * @param classes whether the class of a name is in the scope of the recording
   * @param leftover the slots of threads that an earlier repetition of the test has started
   */
  Knowledge(
      SiteCatalog catalog,
      LongFunction<Class<?>> classesOfObjects,
      WalkedArrays walkedArrays,
      LoadedTypes types,
      Predicate<String> classes,
      IntSet leftover) {
    this.types = types;
    this.walkedArrays = walkedArrays;
    this.leftover = leftover;
    scope = new CodeScope(catalog, classes);
    classInits = new ClassInits(classesOfObjects, catalog, types);
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
  public abstract long comparable();

  /** Whether the first FORK of a thread has started it. */
  abstract boolean startsThread(int slot);

  /** The objects on which unknown code is called, for one translation. */
  abstract UnknownCalls unknownCalls();

  /** Whether several threads may use the objects that such calls have connected with an object. */
  abstract boolean isShared(long object);

  /** Whether code may run under a lock, by its key and operand, whose accesses are not recorded. */
  abstract boolean mayHaveUnseenCode(long key, long operand);

  /** Whether a record may change what a query of a lock sees, or is one. */
  abstract boolean concernsQueries(LogCursor at);

  /** The locks with stamps that threads hand over. */
  abstract LockDetails.HandedStamps handedStamps();

  /** By how much a sync record changes the number of reasons why reads are void. */
  abstract int changeOfReasons(LogCursor at);

  /** Whether a wait may release a lock that was held before, of which no record has told. */
  abstract boolean mayHoldUnknownLocks();

  /** How many holds end a wait, with a number, whose begin is not in the recording. */
  abstract int holdsAfterWait(long seq);

  /** Whether each range counts as an access of every one of its elements. */
  abstract boolean expandsAll();

  /** Sends the elements of a range that are to become events; none of other records. */
  abstract void forEachElement(LogCursor range, IntConsumer indices);
}

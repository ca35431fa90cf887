package io.racedet.junit.record.merge;

import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * The ranges in which reads are void: from the start of an optimistic read, or its last successful
 * validation, to the validation that fails. Ranges are delimited by the numbers of sync records.
 *
 * <p>While a recording is in progress, the validation may not be known yet: then the merge waits
 * for it before it passes the start of the range, or takes the reads for void if it cannot wait.
 * The range after a validation counts as valid when the thread does anything else.
 */
final class OptimisticReads {
  private static final long NONE = -1;
  private static final int OBJECT_BITS = 35;

  private final LongOpenHashSet begins = new LongOpenHashSet();
  private final LongOpenHashSet ends = new LongOpenHashSet();

  /** The records at which a range begins of which it is not known whether it is void. */
  private final LongOpenHashSet open = new LongOpenHashSet();

  /** Those of them that were taken for void. */
  private final LongOpenHashSet assumed = new LongOpenHashSet();

  /** By thread and object, the record since which reads are not validated. */
  private final Long2LongOpenHashMap since = new Long2LongOpenHashMap();

  /** By thread, its last sync record if that is a validation. */
  private final Int2LongOpenHashMap validations = new Int2LongOpenHashMap();

  OptimisticReads() {
    since.defaultReturnValue(NONE);
    validations.defaultReturnValue(NONE);
  }

  /** Takes note of the next sync record of a thread. */
  void add(LogCursor at) {
    long key = (long) at.slot() << OBJECT_BITS | at.object();
    switch (at.syncOp()) {
      case OpCodes.PEEK -> {
        settle(since.put(key, at.seq()), at, false);
        open.add(at.seq());
      }
      case OpCodes.SEND -> validate(key, at, false);
      case OpCodes.DISCARD -> validate(key, at, true);
      case OpCodes.RECEIVE -> {
        if (!since.isEmpty()) {
          settle(since.remove(key), at, false);
        }
      }
      default -> {} // no other operation concerns optimistic reads
    }
  }

  /**
   * As {@link #add}, of a recording in progress: a range that begins with a validation is valid
   * when the thread does anything else.
   */
  void addSoFar(LogCursor at) {
    long validated = validations.isEmpty() ? NONE : validations.remove(at.slot());
    add(at);
    settle(validated, at, false);
  }

  private void validate(long key, LogCursor at, boolean isVoid) {
    long begin = since.isEmpty() ? NONE : since.get(key);
    if (begin != NONE) {
      settle(begin, at, isVoid);
      since.put(key, at.seq());
      open.add(at.seq());
      validations.put(at.slot(), at.seq());
    }
  }

  private void settle(long begin, LogCursor end, boolean isVoid) {
    if (begin == NONE) {
      return;
    }
    boolean isOpen = open.remove(begin);
    if (assumed.remove(begin)) {
      ends.add(end.seq());
    } else if (isOpen && isVoid) {
      begins.add(begin);
      ends.add(end.seq());
    }
  }

  /** Whether the reads after a sync record may be void or not. */
  boolean isOpen(LogCursor at) {
    return !open.isEmpty() && open.contains(at.seq());
  }

  /** Takes them for void if that is not known. */
  void assume(LogCursor at) {
    if (isOpen(at)) {
      open.remove(at.seq());
      assumed.add(at.seq());
      begins.add(at.seq());
    }
  }

  /** By how much the sync record changes the number of reasons why reads are void. */
  int change(LogCursor at) {
    if (begins.isEmpty() && ends.isEmpty()) {
      return 0;
    }
    return (begins.contains(at.seq()) ? 1 : 0) - (ends.contains(at.seq()) ? 1 : 0);
  }

  /** As {@link #change}, of a record that does not come again. */
  int changeOnce(LogCursor at) {
    int change = change(at);
    begins.remove(at.seq());
    ends.remove(at.seq());
    return change;
  }
}

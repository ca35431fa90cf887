package io.racedet.junit.record.merge;

import io.racedet.runtime.memory.OpCodes;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * The ranges in which reads are void: from the start of an optimistic read, or its last successful
 * validation, to the validation that fails. Ranges are delimited by the numbers of sync records.
 */
final class OptimisticReads {
  private static final long NONE = -1;

  private final LongOpenHashSet begins = new LongOpenHashSet();
  private final LongOpenHashSet ends = new LongOpenHashSet();

  /** By object, the record since which the reads of the current thread are not validated. */
  private final Long2LongOpenHashMap since = new Long2LongOpenHashMap();

  OptimisticReads() {
    since.defaultReturnValue(NONE);
  }

  void nextThread() {
    since.clear();
  }

  /** Takes note of the next sync record of a thread. */
  void add(LogCursor at) {
    long object = at.object();
    switch (at.syncOp()) {
      case OpCodes.PEEK -> since.put(object, at.seq());
      case OpCodes.SEND -> since.replace(object, at.seq());
      case OpCodes.RECEIVE -> since.remove(object);
      case OpCodes.DISCARD -> {
        long begin = since.replace(object, at.seq());
        if (begin != NONE) {
          begins.add(begin);
          ends.add(at.seq());
        }
      }
      default -> {
        /* No other operation concerns optimistic reads. */
      }
    }
  }

  /** By how much the sync record changes the number of reasons why reads are void. */
  int change(LogCursor at) {
    if (begins.isEmpty()) {
      return 0;
    }
    return (begins.contains(at.seq()) ? 1 : 0) - (ends.contains(at.seq()) ? 1 : 0);
  }
}

package io.racedet.junit.record.merge;

import io.racedet.runtime.memory.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;

/**
 * The ranges in which reads are void: from the start of an optimistic read, or its last successful
 * validation, to the validation that fails. Ranges are delimited by the numbers of sync records.
 *
 * <p>While a recording is in progress it is not known whether a validation will fail: the reads of
 * a thread are void from the start of an optimistic read to its validation, and after one that
 * succeeds, which may be repeated, to the next sync record.
 */
final class OptimisticReads {
  private static final long NONE = -1;

  private final LongOpenHashSet begins = new LongOpenHashSet();
  private final LongOpenHashSet ends = new LongOpenHashSet();

  private final boolean whole;

  /** By thread, the object of its optimistic read, or of the last successful validation. */
  private final Int2LongOpenHashMap reading = new Int2LongOpenHashMap();

  /** The threads whose optimistic reads have been validated. */
  private final BitSet validated = new BitSet();

  /** By object, the record since which the reads of the current thread are not validated. */
  private final Long2LongOpenHashMap since = new Long2LongOpenHashMap();

  OptimisticReads(boolean whole) {
    this.whole = whole;
    reading.defaultReturnValue(NONE);
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
    if (!whole) {
      return changeNow(at);
    }
    if (begins.isEmpty()) {
      return 0;
    }
    return (begins.contains(at.seq()) ? 1 : 0) - (ends.contains(at.seq()) ? 1 : 0);
  }

  private int changeNow(LogCursor at) {
    int slot = at.slot();
    if (at.syncOp() == OpCodes.PEEK) {
      validated.clear(slot);
      return reading.put(slot, at.object()) == NONE ? 1 : 0;
    }
    if (reading.isEmpty() || reading.get(slot) == NONE) {
      return 0;
    }
    boolean isOfObject = reading.get(slot) == at.object();
    if (isOfObject && at.syncOp() == OpCodes.SEND) {
      validated.set(slot);
      return 0;
    }
    if (isOfObject && at.syncOp() == OpCodes.DISCARD) {
      return 0;
    }
    if (isOfObject && at.syncOp() == OpCodes.RECEIVE || validated.get(slot)) {
      validated.clear(slot);
      reading.remove(slot);
      return -1;
    }
    return 0;
  }
}

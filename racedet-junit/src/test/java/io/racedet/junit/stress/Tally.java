package io.racedet.junit.stress;

import io.racedet.event.Op;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counts how often one thread has performed each operation. Used by one thread only. Has one method
 * per operation, since reading a constant that names the operation would be an access, too.
 */
final class Tally {
  private final long[] counts = new long[Op.COUNT];

  Tally add(Op op, long times) {
    counts[op.ordinal()] += times;
    return this;
  }

  /** The accesses of data, the locks, and the threads alone. */
  Tally certain() {
    Tally certain = new Tally();
    for (Op op : Op.values()) {
      Op.Operand operand = op.operand();
      boolean isCertain =
          operand == Op.Operand.VARIABLE
              || operand == Op.Operand.LOCK
              || operand == Op.Operand.THREAD;
      certain.add(op, isCertain ? counts[op.ordinal()] : 0);
    }
    return certain;
  }

  Tally reads(long times) {
    return add(Op.READ, times);
  }

  Tally writes(long times) {
    return add(Op.WRITE, times);
  }

  Tally acquires(long times) {
    return add(Op.ACQUIRE, times);
  }

  Tally releases(long times) {
    return add(Op.RELEASE, times);
  }

  Tally sharedAcquires(long times) {
    return add(Op.ACQUIRE_SHARED, times);
  }

  Tally sharedReleases(long times) {
    return add(Op.RELEASE_SHARED, times);
  }

  Tally forks(long times) {
    return add(Op.FORK, times);
  }

  Tally joins(long times) {
    return add(Op.JOIN, times);
  }

  Tally syncReads(long times) {
    return add(Op.SYNC_READ, times);
  }

  Tally syncWrites(long times) {
    return add(Op.SYNC_WRITE, times);
  }

  Tally sends(long times) {
    return add(Op.SEND, times);
  }

  Tally receives(long times) {
    return add(Op.RECEIVE, times);
  }

  Tally notifies(long times) {
    return add(Op.NOTIFY, times);
  }

  Tally wakes(long times) {
    return add(Op.WAKE, times);
  }

  /**
   * The counts, with the sends that have no receive in place of both: who looks for an element of a
   * queue receives it, and sends before the removal, which is tried again if another thread was
   * faster.
   */
  Map<Op, Long> balanced() {
    Map<Op, Long> map = counts();
    map.put(Op.SEND, counts[Op.SEND.ordinal()] - counts[Op.RECEIVE.ordinal()]);
    map.remove(Op.RECEIVE);
    return map;
  }

  /** The counts, without operations that were never performed. */
  Map<Op, Long> counts() {
    Map<Op, Long> map = new EnumMap<>(Op.class);
    for (Op op : Op.values()) {
      if (counts[op.ordinal()] > 0) {
        map.put(op, counts[op.ordinal()]);
      }
    }
    return map;
  }
}

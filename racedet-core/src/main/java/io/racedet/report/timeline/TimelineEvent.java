package io.racedet.report.timeline;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;

/** An event of a trace that a timeline may show. */
record TimelineEvent(long index, long word, int location) {
  Op op() {
    return EventBlock.op(word);
  }

  boolean acquires() {
    return op() == Op.ACQUIRE || isSharedAcquire();
  }

  boolean releases() {
    return op() == Op.RELEASE || op() == Op.RELEASE_SHARED;
  }

  private boolean isSharedAcquire() {
    return op() == Op.ACQUIRE_SHARED;
  }

  /** Identifies what it is of: the ids of locks, threads and others are their own ones. */
  long object() {
    return (long) op().operand().ordinal() << Integer.SIZE | EventBlock.operand(word);
  }

  /** The lock and the mode of an acquire or release. */
  long lock() {
    boolean isShared = isSharedAcquire() || op() == Op.RELEASE_SHARED;
    return (long) EventBlock.operand(word) << 1 | (isShared ? 1 : 0);
  }

  static int lockOf(long lock) {
    return (int) (lock >>> 1);
  }

  static boolean isShared(long lock) {
    return (lock & 1) != 0;
  }

  /** Whether a timeline may show such an event in addition to the two accesses. */
  static boolean isSync(Op op) {
    return switch (op) {
      case READ, WRITE, ATOMIC_READ, ATOMIC_WRITE, AGAIN, ALLOC, BEGIN, END -> false;
      default -> true;
    };
  }
}

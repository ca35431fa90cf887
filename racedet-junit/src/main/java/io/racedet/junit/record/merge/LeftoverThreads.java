package io.racedet.junit.record.merge;

import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.util.BitSet;

/**
 * Threads that an earlier repetition of the test has started and not joined. What such a thread
 * does belongs to that repetition until something that is ordered after an event of this one, such
 * as a task from a queue, reaches it. Only the repetition makes it run beside its successors: its
 * accesses until then are no races of the test.
 */
final class LeftoverThreads {
  private final BitSet leftover;
  private final BitSet outside = new BitSet();
  private final BitSet seen = new BitSet(); // of the leftover threads

  private final TraceIds ids;

  /** By kind of operand: those through which threads of this repetition have handed something. */
  private final BitSet[] handedOver = new BitSet[Operand.values().length];

  /**
   * Creates the set for a replay.
   *
   * @param slots the threads that an earlier repetition has started, each before its first record;
   *     not changed
   * @param ids the ids of the replay
   */
  LeftoverThreads(BitSet slots, TraceIds ids) {
    leftover = slots;
    this.ids = ids;
    for (int kind = 0; kind < handedOver.length; kind++) {
      handedOver[kind] = new BitSet();
    }
  }

  /** Whether the accesses of a thread do not belong to this repetition. */
  boolean isOutside(int slot) {
    if (leftover.get(slot) && !seen.get(slot)) {
      seen.set(slot);
      outside.set(slot);
    }
    return outside.get(slot);
  }

  /** Comes with each event, before it is sent. */
  void follow(Op op, int slot, int operand) {
    if (leftover.isEmpty()) {
      return;
    }
    boolean isOutside = isOutside(slot);
    BitSet channels = handedOver[op.operand().ordinal()];
    switch (op) {
      case SEND, SYNC_WRITE, RELEASE, RELEASE_SHARED -> {
        if (!isOutside) {
          channels.set(operand);
        }
      }
      case RECEIVE, SYNC_READ, ACQUIRE, ACQUIRE_SHARED -> {
        if (isOutside && channels.get(operand)) {
          outside.clear(slot);
        }
      }
      case FORK -> outside.set(ids.slot(operand), isOutside);
      case JOIN -> {
        if (!isOutside(ids.slot(operand))) {
          outside.clear(slot);
        }
      }
      default -> {
        /* Hands nothing over. */
      }
    }
  }
}

package io.racedet.junit.record.merge;

import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;

/**
 * Threads that an earlier repetition of the test has started and not joined. What such a thread
 * does belongs to that repetition until something that is ordered after an event of this one, such
 * as a task from a queue, reaches it. Only the repetition makes it run beside its successors: its
 * accesses until then are no races of the test.
 */
final class LeftoverThreads {
  private final IntSet leftover;
  private final IntOpenHashSet outside = new IntOpenHashSet();
  private final IntOpenHashSet seen = new IntOpenHashSet(); // of the leftover threads

  private final TraceIds ids;

  /** By kind of operand: those through which threads of this repetition have handed something. */
  private final IntOpenHashSet[] handedOver = new IntOpenHashSet[Operand.values().length];

  /** Creates the set for a replay, of threads that an earlier repetition has started. */
  LeftoverThreads(IntSet slots, TraceIds ids) {
    leftover = slots;
    this.ids = ids;
    for (int kind = 0; kind < handedOver.length; kind++) {
      handedOver[kind] = new IntOpenHashSet();
    }
  }

  /** Whether the accesses by a thread do not belong to this repetition. */
  boolean isOutside(int slot) {
    if (leftover.isEmpty()) {
      return false;
    }
    if (leftover.contains(slot) && !seen.contains(slot)) {
      seen.add(slot);
      outside.add(slot);
    }
    return outside.contains(slot);
  }

  /** Called with each event, before it is sent. */
  void follow(Op op, int slot, int operand) {
    if (leftover.isEmpty()) {
      return;
    }
    boolean isOutside = isOutside(slot);
    IntOpenHashSet channels = handedOver[op.operand().ordinal()];
    switch (op) {
      case SEND, SYNC_WRITE, RELEASE, RELEASE_SHARED -> {
        if (!isOutside) {
          channels.add(operand);
        }
      }
      case RECEIVE, SYNC_READ, ACQUIRE, ACQUIRE_SHARED -> {
        if (isOutside && channels.contains(operand)) {
          outside.remove(slot);
        }
      }
      case FORK -> {
        if (isOutside) {
          outside.add(ids.slot(operand));
        } else {
          outside.remove(ids.slot(operand));
        }
      }
      case JOIN -> {
        if (!isOutside(ids.slot(operand))) {
          outside.remove(slot);
        }
      }
      default -> {} // hands nothing over
    }
  }
}

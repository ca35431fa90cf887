package io.racedet.feed;

import io.racedet.engine.order.ThreadSlots;
import io.racedet.event.Op;
import io.racedet.run.EventIntake;
import io.racedet.wellformed.ExecutionState;

/**
 * Passes events on to an analysis that knows threads by their slots, see {@link ThreadSlots}, where
 * the handle of a thread is its id otherwise.
 */
final class FeedThreads {
  private final EventIntake events;
  private final ExecutionState state;
  private final ThreadSlots slots; // null if threads keep their ids

  FeedThreads(EventIntake events, ExecutionState state, ThreadSlots slots) {
    this.events = events;
    this.state = state;
    this.slots = slots;
  }

  /** The id of a channel that a producer uses. */
  static int channel(int handle) {
    return handle << 1;
  }

  /** The id of a channel of {@link ThreadSlots#keepEnd}. */
  static int endChannel(int channel) {
    return channel << 1 | 1;
  }

  /** The context of an event other than an access, or REFUSED if it cannot come next. */
  int check(Op op, int thread, int operand) {
    return op != Op.JOIN || mayJoin(thread, operand)
        ? state.take(op, thread, operand)
        : state.refuse("a thread whose first join is ordered before this one, or was recent");
  }

  /** Whether it is known what a join is ordered after. */
  private boolean mayJoin(int thread, int child) {
    return slots == null
        || !slots.isGone(child)
        || slots.endOf(child) != ThreadSlots.NONE
        || slots.isAfterJoin(slots.slot(thread), child);
  }

  /**
   * The id of a thread, or NONE if it is to be asked for by {@link #id}; then it may be invalid.
   */
  int find(int thread) {
    return slots == null ? ThreadSlots.NONE : slots.find(thread);
  }

  /** The id of a thread. */
  int id(int thread) {
    return slots == null ? thread : slots.slot(thread);
  }

  /** Takes an event that has been checked, and its context. */
  void take(Op op, int thread, int id, int context, int location) {
    if (slots == null) {
      events.take(op, thread, id, context, location);
      return;
    }
    int slot = slots.slot(thread);
    switch (op) {
      case FORK -> fork(slot, id, context, location);
      case JOIN -> join(slot, id, context, location);
      case SYNC_READ, SYNC_WRITE -> takeAndOrder(op, slot, id, context, location);
      case SEND, RECEIVE -> takeAndOrder(op, slot, channel(id), context, location);
      default -> events.take(op, slot, id, context, location);
    }
  }

  private void fork(int slot, int child, int context, int location) {
    int before = slots.fork(slot, child);
    int childSlot = slots.slot(child);
    if (before != ThreadSlots.NONE) {
      int channel = endChannel(slots.keepEnd(before));
      events.takeExtra(Op.SEND, childSlot, channel, context);
      slots.order(Op.SEND, childSlot, channel, events.index());
    }
    takeAndOrder(Op.FORK, slot, childSlot, context, location);
  }

  private void join(int slot, int child, int context, int location) {
    if (!slots.isGone(child)) {
      takeAndOrder(Op.JOIN, slot, slots.slot(child), context, location);
      if (!state.holdsLocks(child)) {
        slots.join(slot, child, events.index());
      }
    } else if (slots.endOf(child) != ThreadSlots.NONE) {
      int channel = endChannel(slots.endOf(child));
      takeAndOrder(Op.RECEIVE, slot, channel, context, location);
    } else {
      events.take(Op.JOIN, slot, slot, ExecutionState.INNER, location); // ordered anyway
    }
  }

  private void takeAndOrder(Op op, int slot, int operand, int context, int location) {
    events.take(op, slot, operand, context, location);
    if (slots.isOrdering()) {
      slots.order(op, slot, operand, events.index());
    }
  }
}

package io.racedet.witness;

import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The events that must come before an event in every correct reordering, other than the earlier
 * ones of its own thread.
 */
final class Needs {
  private static final int NONE = TraceIndex.NONE;

  private final TraceIndex index;

  Needs(TraceIndex index) {
    this.index = index;
  }

  /** Adds the events of other threads, and perhaps of its own, that an event needs directly. */
  void collect(int position, IntArrayList into) {
    Op op = index.op(position);
    if (index.rank(position) == 1) {
      addIfAny(index.fork(index.thread(position)), into);
    }
    switch (op) {
      case READ, ATOMIC_READ, SYNC_READ, WAKE -> addIfAny(index.link(position), into);
      case JOIN -> addIfAny(end(index.operand(position)), into);
      case RECEIVE -> collectSends(position, into);
      default -> {
        /* No needs. */
      }
    }
  }

  /** The last event of a thread, its fork if it has none, or NONE. */
  private int end(int thread) {
    int length = index.length(thread);
    return length == 0 ? index.fork(thread) : index.event(thread, length);
  }

  private void collectSends(int receive, IntArrayList into) {
    int channel = index.operand(receive);
    if (index.sends.isEmpty(channel)) {
      return;
    }
    int end = index.sends.groups(channel + 1);
    for (int g = index.sends.groups(channel); g < end; g++) {
      addIfAny(index.sends.lastBefore(g, receive), into);
    }
  }

  private static void addIfAny(int position, IntArrayList into) {
    if (position != NONE) {
      into.add(position);
    }
  }
}

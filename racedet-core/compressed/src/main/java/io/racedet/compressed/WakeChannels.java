package io.racedet.compressed;

import io.racedet.clock.WakeCauses;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;

/**
 * Makes each wake receive from the notify that caused it and from no other: notifies that caused a
 * wake get channels of their own. The cause of a wake depends on everything before it, so it is
 * determined as the trace arrives and not in its stretches.
 */
final class WakeChannels {
  private static final int NONE = -1;

  /* A channel is a row in each later summary that contains the notify or the wake. Where the
   * notifier holds the lock of the wait, which is the usual case, none is needed: the lock is
   * released after the notify and acquired at the end of the wait. */
  private static final int MANY = 1024;

  /** A notify and its position in its stretch. */
  private static final class Notified {
    final int position;
    final int context;
    int channel = NONE;

    Notified(int position, int context) {
      this.position = position;
      this.context = context;
    }
  }

  private final LockContexts contexts;
  private final WakeCauses<Notified> causes = new WakeCauses<>();
  private final IntSet operands = new IntOpenHashSet(); // of the notifies in the stretch
  private int inStretch; // channels of notifies in the stretch
  private int channels;

  WakeChannels(LockContexts contexts) {
    this.contexts = contexts;
  }

  /** Whether the stretch should end because its summary would become too large. */
  boolean areMany() {
    return inStretch >= MANY;
  }

  /** Processes the events of a stretch from a position on. */
  void take(EventChunk stretch, int from) {
    for (int i = from, size = stretch.size(); i < size; i++) {
      long word = stretch.word(i);
      int thread = EventBlock.thread(word);
      int operand = EventBlock.operand(word);
      switch (EventBlock.op(word)) {
        case RELEASE -> causes.release(thread, operand, stretch.index(i));
        case ACQUIRE -> causes.acquire(thread, operand, stretch.index(i));
        case NOTIFY -> {
          Notified notify = new Notified(i, stretch.context(i));
          causes.signal(operand, stretch.index(i), notify);
          operands.add(operand);
          stretch.replace(i, nothing(thread));
        }
        case WAKE -> {
          Notified cause = causes.cause(thread, operand);
          boolean isByLock = cause == null || holds(cause.context, causes.waitLock(thread));
          long received = isByLock ? 0 : EventBlock.word(Op.WAKE, thread, channel(cause, stretch));
          stretch.replace(i, isByLock ? nothing(thread) : received);
        }
        default -> {
          /* Not relevant to waits. */
        }
      }
    }
  }

  /** Ends a stretch: later ones may contain wakes caused by its notifies. */
  void end(EventChunk stretch) {
    for (int operand : operands) {
      for (Notified notify : causes.reachable(operand)) {
        channel(notify, stretch);
      }
    }
    operands.clear();
    inStretch = 0;
  }

  /** The channel of a notify, allocated for this stretch unless it has one already. */
  private int channel(Notified notify, EventChunk stretch) {
    if (notify.channel == NONE) {
      notify.channel = channels++;
      inStretch++;
      int thread = EventBlock.thread(stretch.word(notify.position));
      stretch.replace(notify.position, EventBlock.word(Op.NOTIFY, thread, notify.channel));
    }
    return notify.channel;
  }

  /** An event that orders nothing. */
  private static long nothing(int thread) {
    return EventBlock.word(Op.BEGIN, thread, 0);
  }

  private boolean holds(int context, int lock) {
    for (int held = context; !contexts.holdsNothing(held); held = contexts.parent(held)) {
      if (contexts.lock(held) == lock) {
        return true;
      }
    }
    return false;
  }
}

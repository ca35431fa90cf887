package io.racedet.engine.order;

import io.racedet.clock.ThreadClocks;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * The numbers by which engines know the threads of a long trace: few, however many threads come and
 * go.
 *
 * <p>A thread that is forked after another one was joined has the slot of that one, if the fork is
 * ordered after the join by program order, forks, joins, sync operations and hand-offs. These are
 * in every engine's order, so all events of the first thread are ordered before those of the second
 * one anyway, and an engine may take the two for one thread: no order is added, and none lost.
 *
 * <p>A thread whose slot another one has can be joined again. For that its last event is kept as
 * the send of a channel, from which the join receives; for the {@value #MAX_ENDS} threads that have
 * most recently lost their slots. After that only a thread that is ordered after the first join can
 * join it, which has no effect.
 *
 * <p>A fork costs O(T) for T slots, all else O(1). Not thread-safe.
 */
public final class ThreadSlots {
  /** No slot, or no channel. */
  public static final int NONE = -1;

  static final int MAX_ENDS = 1024;
  private static final int INITIAL = 16;

  private int[] slotOf = filled(new int[INITIAL], 0); // by thread
  // By thread, once it is joined: by which slot, when, and the channel that has its last event.
  private int[] joiner = new int[0];
  private long[] joined = new long[0];
  private int[] endChannel = new int[0];

  private int slots;
  private int[] occupant = filled(new int[INITIAL], 0); // by slot: its thread, or NONE if forgotten

  // The slots of joined threads, in queues by the slot of the joiner, in the order of the joins.
  private int[] first = filled(new int[INITIAL], 0);
  private int[] last = filled(new int[INITIAL], 0);
  private int[] next = filled(new int[INITIAL], 0);
  private long[] since = new long[INITIAL]; // by slot: when it was joined
  private int vacant;

  private int[] usedChannels = new int[0];
  private int freeChannels;
  private int channels;
  // The threads that have such a channel, oldest first, and when each was joined; some are
  // forgotten.
  private final IntArrayFIFOQueue recent = new IntArrayFIFOQueue();
  private final LongArrayFIFOQueue recentJoins = new LongArrayFIFOQueue();
  private final IntArrayFIFOQueue dropped = new IntArrayFIFOQueue(); // channels

  // The order since the first join; what a join is ordered before is known from events after it.
  private ThreadClocks clocks;
  private LocklessOrder order; // null before the first join

  /** Starts without a thread. */
  public ThreadSlots() {}

  /** The slot of a thread, or NONE if it has none, or there is no such thread. */
  public int find(int thread) {
    return thread >= 0 && thread < slotOf.length ? slotOf[thread] : NONE;
  }

  /** The slot of a thread, which is a new one if it has none: a thread that was not forked. */
  public int slot(int thread) {
    int slot = find(thread);
    return slot != NONE ? slot : settle(thread, newSlot());
  }

  private int settle(int thread, int slot) {
    if (thread >= slotOf.length) {
      int length = slotOf.length;
      slotOf = filled(IntArrays.grow(slotOf, thread + 1), length);
    }
    slotOf[thread] = slot;
    occupant[slot] = thread;
    return slot;
  }

  private int newSlot() {
    if (slots > EventBlock.MAX_THREAD) {
      throw new IllegalStateException(
          "threads: more than " + slots + " (expected: at most that many that are not joined)");
    }
    int length = occupant.length;
    if (slots == length) {
      occupant = filled(IntArrays.grow(occupant, slots + 1), length);
      first = filled(IntArrays.grow(first, slots + 1), length);
      last = filled(IntArrays.grow(last, slots + 1), length);
      next = filled(IntArrays.grow(next, slots + 1), length);
      since = LongArrays.grow(since, slots + 1);
    }
    return slots++;
  }

  /** How many slots there are. */
  public int size() {
    return slots;
  }

  /** Whether a thread had a slot that another one has now. */
  public boolean isGone(int thread) {
    return thread < slotOf.length && slotOf[thread] != NONE && occupant[slotOf[thread]] != thread;
  }

  /**
   * Gives a slot to a thread that is forked.
   *
   * @return a thread that had the slot until now and whose end must be kept, see {@link #keepEnd},
   *     or NONE
   */
  public int fork(int bySlot, int child) {
    int slot = vacant == 0 ? NONE : takeVacant(bySlot);
    if (slot == NONE) {
      settle(child, newSlot());
      return NONE;
    }
    int before = occupant[slot];
    settle(child, slot);
    return before;
  }

  /** Takes a slot whose last thread was joined before a thread's present; NONE if there is none. */
  private int takeVacant(int bySlot) {
    if (first[bySlot] != NONE) {
      return takeFirst(bySlot);
    }
    for (int joinedBy = 0; joinedBy < slots; joinedBy++) {
      int candidate = first[joinedBy];
      if (candidate != NONE && clocks.known(bySlot, joinedBy) >= since[candidate]) {
        return takeFirst(joinedBy);
      }
    }
    return NONE;
  }

  private int takeFirst(int joinedBy) {
    int slot = first[joinedBy];
    first[joinedBy] = next[slot];
    if (first[joinedBy] == NONE) {
      last[joinedBy] = NONE;
    }
    next[slot] = NONE;
    vacant--;
    return slot;
  }

  /**
   * Returns the channel for the last event of a thread that has lost its slot, from which later
   * joins receive.
   */
  public int keepEnd(int thread) {
    if (recent.size() == MAX_ENDS) {
      int oldest = recent.dequeueInt();
      if (joined[oldest] == recentJoins.dequeueLong()) {
        dropEnd(oldest);
      }
    }
    int channel = freeChannels > 0 ? usedChannels[--freeChannels] : channels++;
    endChannel[thread] = channel;
    recent.enqueue(thread);
    recentJoins.enqueue(joined[thread]);
    return channel;
  }

  private void dropEnd(int thread) {
    if (endChannel[thread] != NONE) {
      dropped.enqueue(endChannel[thread]);
      endChannel[thread] = NONE;
    }
  }

  /** The next channel that is no longer used, until {@link #release}, or NONE. */
  public int droppedChannel() {
    return dropped.isEmpty() ? NONE : dropped.dequeueInt();
  }

  /** Lets a dropped channel be used again. */
  public void release(int channel) {
    usedChannels = IntArrays.grow(usedChannels, freeChannels + 1);
    usedChannels[freeChannels++] = channel;
  }

  /** The channel from which a join of a thread that {@link #isGone} receives, or NONE. */
  public int endOf(int thread) {
    return endChannel[thread];
  }

  /** Whether a thread's present is ordered after the first join of a thread that is gone. */
  public boolean isAfterJoin(int slot, int thread) {
    return joiner[thread] == slot || clocks.known(slot, joiner[thread]) >= joined[thread];
  }

  /**
   * Makes the slot of a thread that has been joined vacant, unless it is.
   *
   * @param thread the joined thread, which holds no lock
   */
  public void join(int bySlot, int thread, long time) {
    ensureJoined(thread);
    if (joined[thread] != 0) {
      return;
    }
    joiner[thread] = bySlot;
    joined[thread] = time;
    int slot = slotOf[thread];
    since[slot] = time;
    if (last[bySlot] == NONE) {
      first[bySlot] = slot;
    } else {
      next[last[bySlot]] = slot;
    }
    last[bySlot] = slot;
    vacant++;
    if (order == null) {
      clocks = new ThreadClocks();
      order = new LocklessOrder(clocks, false);
    }
  }

  private void ensureJoined(int thread) {
    int length = joined.length;
    if (thread >= length) {
      joiner = IntArrays.grow(joiner, thread + 1);
      joined = LongArrays.grow(joined, thread + 1);
      endChannel = IntArrays.grow(endChannel, thread + 1);
      Arrays.fill(endChannel, length, endChannel.length, NONE);
    }
  }

  /** Whether events are to be passed to {@link #order}. */
  public boolean isOrdering() {
    return order != null;
  }

  /** Updates the order by an event of a slot; that of a fork or join is on a slot. */
  public void order(Op op, int slot, int operand, long time) {
    order.arrive(op, slot, operand, time);
    order.leave(op, slot, operand, time);
  }

  /** Forgets a sync variable or channel. */
  public void forget(Operand space, int id) {
    if (order != null) {
      order.forget(space, id);
    }
  }

  /** Forgets a thread, whose number becomes that of another one; its slot is as before. */
  public void forget(int thread) {
    if (thread >= slotOf.length || slotOf[thread] == NONE) {
      return;
    }
    int slot = slotOf[thread];
    if (occupant[slot] == thread) {
      occupant[slot] = NONE;
    }
    slotOf[thread] = NONE;
    if (thread < joined.length) {
      dropEnd(thread);
      joined[thread] = 0;
    }
  }

  private static int[] filled(int[] values, int from) {
    Arrays.fill(values, from, values.length, NONE);
    return values;
  }
}

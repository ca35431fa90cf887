package io.racedet.feed;

import io.racedet.engine.order.ThreadSlots;
import io.racedet.event.LockContexts;
import io.racedet.event.Op.Operand;
import io.racedet.run.AnalysisRun;
import io.racedet.run.RaceRun;
import io.racedet.wellformed.ExecutionState;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.BitSet;

/**
 * Releases what a feed no longer needs, between two blocks of events: the engines forget it, and
 * its ids are used again.
 *
 * <p>Variables, sync variables and channels that were forgotten are released at once. A thread or
 * lock that was forgotten is released when no access that an engine keeps was made by that thread
 * or under that lock. To find these accesses costs as much as the engines have state, and is done
 * when as many contexts, threads and locks have been added as were left the last time.
 */
public final class FeedMemory {
  public static final int MIN_ADDED = 1 << 14;

  private final FeedIds ids;
  private final ExecutionState state;
  private final ThreadSlots slots;
  private final RaceRun races;
  private final LockContexts contexts;
  private final int leastAdded;
  private int collectAt;

  /**
   * Starts with nothing to release.
   *
   * @param leastAdded how many contexts, threads and locks are added at least between searches
   */
  FeedMemory(
      FeedIds ids, ExecutionState state, ThreadSlots slots, AnalysisRun run, int leastAdded) {
    this.leastAdded = leastAdded;
    collectAt = leastAdded;
    this.ids = ids;
    this.state = state;
    this.slots = slots;
    races = run.races();
    contexts = run.contexts();
  }

  /** Releases what can be released. */
  void release() {
    forgetAndRelease(Operand.VARIABLE);
    forgetAndRelease(Operand.SYNC);
    forgetAndRelease(Operand.CHANNEL);
    int endChannel = slots.droppedChannel();
    while (endChannel != ThreadSlots.NONE) {
      forget(Operand.CHANNEL, FeedThreads.endChannel(endChannel));
      slots.release(endChannel);
      endChannel = slots.droppedChannel();
    }
    if (used() >= collectAt) {
      collect();
      collectAt = 2 * used() + leastAdded;
    }
  }

  private int used() {
    return contexts.live() + ids.dropped(Operand.THREAD).size() + ids.dropped(Operand.LOCK).size();
  }

  private void forgetAndRelease(Operand space) {
    IntList dropped = ids.dropped(space);
    for (int i = 0; i < dropped.size(); i++) {
      int id = dropped.getInt(i);
      forget(space, space == Operand.CHANNEL ? FeedThreads.channel(id) : id);
    }
    ids.release(space);
  }

  private void forget(Operand space, int id) {
    races.forget(space, id);
    slots.forget(space, id);
  }

  private void collect() {
    BitSet live = new BitSet(contexts.size());
    races.markContexts(live);
    state.markContexts(live);
    contexts.retain(live);
    BitSet threads = new BitSet();
    BitSet locks = new BitSet();
    for (int context = live.nextSetBit(0); context >= 0; context = live.nextSetBit(context + 1)) {
      threads.set(contexts.thread(context));
      if (!contexts.holdsNothing(context)) {
        locks.set(contexts.lock(context));
      }
    }
    releaseThreads(threads);
    for (int lock : ids.dropped(Operand.LOCK)) {
      if (!locks.get(lock)) {
        forget(Operand.LOCK, lock);
      }
    }
    ids.release(Operand.LOCK, locks);
  }

  private void releaseThreads(BitSet used) {
    BitSet released = new BitSet();
    for (int thread : ids.dropped(Operand.THREAD)) {
      if (!used.get(thread)) {
        state.renew(thread);
        released.set(thread);
      }
    }
    races.forgetThreads(released);
    ids.release(Operand.THREAD, used);
  }
}

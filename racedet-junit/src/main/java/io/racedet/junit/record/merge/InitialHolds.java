package io.racedet.junit.record.merge;

import io.racedet.junit.record.ids.PairIds;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The locks that were held when the recording started: those that a thread releases more often than
 * it acquires them, unless the recording started during a wait, at the end of which the thread
 * reacquired the lock. Reads the records thread by thread.
 *
 * <p>Of a recording in progress these are the locks of which it is known when the merge begins. A
 * release of another one does not fit later, so that the recording counts as damaged: the accesses
 * before it were taken for accesses without the lock.
 */
final class InitialHolds {
  /** A lock that a thread held when the recording started, by its {@link LockBook#key}. */
  record Hold(int slot, long key, long operand, boolean shared) {}

  private final PairIds locks = new PairIds();
  private final Int2IntOpenHashMap depths = new Int2IntOpenHashMap();
  private final Int2IntOpenHashMap depthsBeforeWait = new Int2IntOpenHashMap();
  private final Int2LongOpenHashMap endsOfWaits = new Int2LongOpenHashMap();
  private final Long2IntOpenHashMap depthsAfterWait = new Long2IntOpenHashMap();
  private final List<Hold> holds = new ArrayList<>();
  private final List<Hold> waits = new ArrayList<>();

  void nextThread() {
    depths.clear();
    depthsBeforeWait.clear();
    endsOfWaits.clear();
  }

  void add(LogCursor at, boolean forked) {
    if (Aspects.isOfDeadlocks(at.aspect())) {
      return; // see LockDetails
    }
    switch (at.syncOp()) {
      case OpCodes.ACQUIRE -> depths.addTo(lock(at, false), 1);
      case OpCodes.ACQUIRE_SHARED -> depths.addTo(lock(at, true), 1);
      case OpCodes.RELEASE -> release(at, false, forked);
      case OpCodes.RELEASE_SHARED -> release(at, true, forked);
      case OpCodes.RELEASE_ALL, OpCodes.RELEASE_ANY -> {
        int lock = lock(at, false);
        if (depths.get(lock) == 0 && at.syncOp() == OpCodes.RELEASE_ALL) {
          hold(at, lock, false, forked);
        }
        depthsBeforeWait.put(lock, depths.get(lock));
        depths.put(lock, 0);
      }
      case OpCodes.ACQUIRE_ALL -> {
        int lock = lock(at, false);
        if (depthsBeforeWait.containsKey(lock)) {
          depths.put(lock, depthsBeforeWait.get(lock));
        } else {
          depths.put(lock, 1);
          if (!forked && endsOfWaits.isEmpty()) {
            waits.add(new Hold(at.slot(), LockBook.key(at), at.operand(), false));
          }
          endsOfWaits.put(lock, at.seq());
          depthsAfterWait.put(at.seq(), 1);
        }
      }
      default -> {} // no other operation acquires or releases a lock
    }
  }

  private int lock(LogCursor at, boolean shared) {
    return 2 * locks.of(LockBook.key(at), at.operand()) + (shared ? 1 : 0);
  }

  private void release(LogCursor at, boolean shared, boolean forked) {
    int lock = lock(at, shared);
    if (depths.get(lock) == 0) {
      hold(at, lock, shared, forked);
    }
    if (depths.get(lock) > 0) {
      depths.addTo(lock, -1);
    }
  }

  /* A thread that was started later held nothing: its release was recorded without an acquire. */
  private void hold(LogCursor at, int lock, boolean shared, boolean forked) {
    if (endsOfWaits.containsKey(lock)) {
      depthsAfterWait.addTo(endsOfWaits.get(lock), 1);
      depths.addTo(lock, 1);
    } else if (!forked) {
      holds.add(new Hold(at.slot(), LockBook.key(at), at.operand(), shared));
      depths.addTo(lock, 1);
    }
  }

  /**
   * The number of holds that a thread reacquired at the end of a wait that had started before the
   * recording; 0 for other waits.
   */
  int depthAfterWait(long seq) {
    return depthsAfterWait.get(seq);
  }

  List<Hold> holds() {
    return holds;
  }

  /** The locks on which a thread waited when the recording started: it had released them. */
  List<Hold> waits() {
    return waits;
  }
}

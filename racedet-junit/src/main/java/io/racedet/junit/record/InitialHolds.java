package io.racedet.junit.record;

import io.racedet.runtime.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Which locks were held when the recording started, or given up by a wait that had begun before:
 * those that a thread releases more often than it acquires them. Reads the records of one thread
 * after the other.
 */
final class InitialHolds {
  /**
   * A lock that a thread held from the beginning.
   *
   * @param slot the thread
   * @param key object and aspect, as {@link LockBook#key}
   * @param operand the operand of the lock's records
   * @param shared whether in read mode
   */
  record Hold(int slot, long key, long operand, boolean shared) {}

  /**
   * A wait that was under way at the beginning: its thread has the lock again when it ends.
   *
   * @param slot the thread
   * @param key object and aspect, as {@link LockBook#key}
   * @param operand the operand of the lock's records
   * @param times how often the thread has acquired the lock
   */
  record OpenWait(int slot, long key, long operand, int times) {
    private OpenWait oneMore() {
      return new OpenWait(slot, key, operand, times + 1);
    }
  }

  private final PairIds locks = new PairIds();
  private final Int2IntOpenHashMap depths = new Int2IntOpenHashMap();
  private final Int2IntOpenHashMap depthsBeforeWait = new Int2IntOpenHashMap();
  private final List<Hold> holds = new ArrayList<>();
  private final List<OpenWait> openWaits = new ArrayList<>();

  /** By lock, where the open wait of this thread is in the list. */
  private final Int2IntOpenHashMap ownOpenWaits = new Int2IntOpenHashMap();

  void nextThread() {
    depths.clear();
    depthsBeforeWait.clear();
    ownOpenWaits.clear();
  }

  void add(LogCursor at, boolean forked) {
    switch (at.syncOp()) {
      case OpCodes.ACQUIRE -> depths.addTo(lock(at, false), 1);
      case OpCodes.ACQUIRE_SHARED -> depths.addTo(lock(at, true), 1);
      case OpCodes.RELEASE -> release(at, false, forked);
      case OpCodes.RELEASE_SHARED -> release(at, true, forked);
      case OpCodes.RELEASE_ALL -> {
        int lock = lock(at, false);
        if (depths.get(lock) == 0) {
          hold(at, lock, false, forked);
        }
        depthsBeforeWait.put(lock, depths.get(lock));
        depths.put(lock, 0);
      }
      case OpCodes.ACQUIRE_ALL -> {
        int lock = lock(at, false);
        if (!depthsBeforeWait.containsKey(lock) && !forked) {
          ownOpenWaits.put(lock, openWaits.size());
          openWaits.add(new OpenWait(at.slot(), LockBook.key(at), at.operand(), 0));
        }
        depths.put(lock, depthsBeforeWait.remove(lock));
      }
      default -> {
        /* No other op is about holding a lock. */
      }
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

  /* A thread that was started later held nothing: its release has no acquire at all. */
  private void hold(LogCursor at, int lock, boolean shared, boolean forked) {
    if (forked) {
      return;
    }
    if (ownOpenWaits.containsKey(lock)) {
      openWaits.set(ownOpenWaits.get(lock), openWaits.get(ownOpenWaits.get(lock)).oneMore());
    } else {
      holds.add(new Hold(at.slot(), LockBook.key(at), at.operand(), shared));
    }
    depths.addTo(lock, 1);
  }

  List<Hold> holds() {
    return holds;
  }

  List<OpenWait> openWaits() {
    return openWaits;
  }
}

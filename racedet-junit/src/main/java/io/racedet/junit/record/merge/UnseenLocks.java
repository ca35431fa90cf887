package io.racedet.junit.record.merge;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.function.LongPredicate;

/**
 * Determines under which locks code runs whose data accesses are not recorded. Locks are identified
 * by hashes: a collision has the same effect as such code.
 */
final class UnseenLocks {
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

  private final LongOpenHashSet locks = new LongOpenHashSet();

  /** Pairs of an object of an unknown call, and a lock that was held. */
  private final LongArrayList underLock = new LongArrayList();

  /** Held by the thread that is scanned. */
  private final LongArrayList held = new LongArrayList();

  /** Whether all of them are known to have such code. */
  private boolean allUnseen;

  /** Whether the thread has had such code under all locks that it held. */
  private boolean hasUnseen;

  private long lastObject;

  void nextThread() {
    held.clear();
    allUnseen = false;
    hasUnseen = false;
    lastObject = 0;
  }

  /** An access that another recording is about. */
  void access() {
    if (!allUnseen) {
      allUnseen = true;
      locks.addAll(held);
    }
  }

  /** Adds a sync record, and whether the data accesses of its code are not recorded. */
  void add(LogCursor at, boolean unseen) {
    if (Aspects.isOfDeadlocks(at.aspect())) {
      return; // see LockDetails
    }
    switch (at.syncOp()) {
      case OpCodes.ACQUIRE, OpCodes.ACQUIRE_SHARED -> {
        held.add(hash(at));
        allUnseen = false;
        lastObject = 0;
        if (unseen) {
          locks.add(hash(at));
        }
      }
      case OpCodes.ACQUIRE_ALL -> lastObject = 0;
      case OpCodes.RELEASE, OpCodes.RELEASE_SHARED -> {
        int last = held.lastIndexOf(hash(at));
        if (last >= 0) {
          held.removeLong(last);
        } else if (hasUnseen) {
          locks.add(hash(at)); // held since before the recording
        }
      }
      case OpCodes.UNSEEN -> unseen(at);
      case OpCodes.READ, OpCodes.WRITE -> {
        if (unseen) {
          access();
        }
      }
      case OpCodes.UNKNOWN -> unknown(at);
      default -> {} // not about locks, nor about code that is not recorded
    }
  }

  /* Of a lock that such code acquires itself, or of all that are held. */
  private void unseen(LogCursor at) {
    if (at.aspect() == Aspects.UNSEEN) {
      hasUnseen = true;
      locks.addAll(held);
    } else {
      locks.add(hash(at));
    }
  }

  private void unknown(LogCursor at) {
    if (at.aspect() == Aspects.STATEFUL_CALL && at.operand() != 0) {
      locks.addAll(held);
    } else if (at.aspect() != Aspects.CONNECTED && at.object() != lastObject) {
      lastObject = at.object();
      for (int i = 0; i < held.size(); i++) {
        underLock.add(at.object());
        underLock.add(held.getLong(i));
      }
    }
  }

  /** All threads have been scanned; it is known which objects several threads share. */
  void end(LongPredicate isShared) {
    for (int i = 0; i < underLock.size(); i += 2) {
      if (isShared.test(underLock.getLong(i))) {
        locks.add(underLock.getLong(i + 1));
      }
    }
    underLock.clear();
  }

  /** Whether such code runs under the lock with this key and operand. */
  boolean contains(long key, long operand) {
    return locks.contains(hash(key, operand));
  }

  private static long hash(LogCursor at) {
    return hash(LockBook.key(at), at.operand());
  }

  private static long hash(long key, long operand) {
    return key + operand * MULTIPLIER;
  }
}

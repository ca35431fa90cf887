package io.racedet.junit.record.detail;

import io.racedet.event.Op;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayDeque;
import java.util.Iterator;

/** What one thread has synchronised by, as far as a trace has been read. */
final class ThreadSyncs {
  /** A synchronisation whose operand is not named yet: few of them are shown. */
  record RawSync(long index, Op op, int operand, int site) {
    /** Identifies what it is of: the ids of locks, variables and channels are of their kinds. */
    long object() {
      return (long) op.operand().ordinal() << Integer.SIZE | operand;
    }

    /** Whether it is in code that is not woven. */
    boolean isInside() {
      return site < 0;
    }
  }

  private final ArrayDeque<RawSync> acquires = new ArrayDeque<>();
  private final LongSet acquired = new LongOpenHashSet();
  private final LongSet released = new LongOpenHashSet();

  /** Adds what orders later events of the thread after events of others. */
  void acquire(RawSync sync) {
    acquired.add(sync.object());
    if (!sync.isInside()) {
      acquires.clear(); // whatever it is of, it goes before earlier ones
    } else if (acquires.size() == NearSyncs.KEPT) {
      acquires.removeFirst();
    }
    acquires.addLast(sync);
  }

  /** Adds what orders earlier events of the thread before events of others. */
  void release(RawSync sync) {
    released.add(sync.object());
  }

  /** Whether something of an object orders events of the thread after those of others. */
  boolean acquires(long object) {
    return acquired.contains(object);
  }

  /** Whether something of an object orders events of the thread before those of others. */
  boolean releases(long object) {
    return released.contains(object);
  }

  /** The last acquires, the latest first. */
  Iterator<RawSync> latestAcquires() {
    return acquires.descendingIterator();
  }
}

package io.racedet.junit.record.merge;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The number of holds of each lock by each thread at a point of the trace, to expand what a wait
 * releases and reacquires, and to keep the trace well-formed even if the recording is incomplete.
 */
public final class LockBook {
  private static final int ASPECT_BITS = 11;

  private final Long2IntOpenHashMap depths = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap depthsBeforeWait = new Long2IntOpenHashMap();

  /** The threads that hold a lock exclusively; at most one if the recording is complete. */
  private final Int2ObjectOpenHashMap<IntArrayList> owners = new Int2ObjectOpenHashMap<>();

  /** The threads that hold a lock in read mode. */
  private final Int2ObjectOpenHashMap<IntArrayList> readers = new Int2ObjectOpenHashMap<>();

  private final List<IntArrayList> spare = new ArrayList<>(); // empty, of locks that are not held

  /** Packs the object and the aspect of a record into one long. */
  static long key(LogCursor at) {
    return key(at.object(), at.aspect());
  }

  static long key(long object, int aspect) {
    return object << ASPECT_BITS | aspect;
  }

  /** The object of a {@link #key}. */
  public static long object(long key) {
    return key >>> ASPECT_BITS;
  }

  /** The aspect of a {@link #key}. */
  public static int aspect(long key) {
    return (int) key & (1 << ASPECT_BITS) - 1;
  }

  private static long hold(int lock, int slot, boolean shared) {
    return (long) lock << 32 | (long) slot << 1 | (shared ? 1 : 0);
  }

  private Int2ObjectOpenHashMap<IntArrayList> holders(boolean shared) {
    return shared ? readers : owners;
  }

  private void add(int lock, int slot, boolean shared) {
    IntArrayList of = holders(shared).get(lock);
    if (of == null) {
      of = spare.isEmpty() ? new IntArrayList(1) : spare.remove(spare.size() - 1);
      holders(shared).put(lock, of);
    }
    of.add(slot);
  }

  private void remove(int lock, int slot, boolean shared) {
    IntArrayList of = holders(shared).get(lock);
    if (of != null && of.rem(slot) && of.isEmpty()) {
      holders(shared).remove(lock);
      spare.add(of);
    }
  }

  /** The first other thread in this mode, or -1. */
  int otherHolder(int lock, int slot, boolean shared) {
    IntList holders = holders(shared).get(lock);
    for (int i = 0; holders != null && i < holders.size(); i++) {
      if (holders.getInt(i) != slot) {
        return holders.getInt(i);
      }
    }
    return -1;
  }

  /** The number of holds of a lock by a thread in one mode. */
  int depth(int lock, int slot, boolean shared) {
    return depths.get(hold(lock, slot, shared));
  }

  void acquire(int lock, int slot, boolean shared, int times) {
    if (times > 0 && depths.addTo(hold(lock, slot, shared), times) == 0) {
      add(lock, slot, shared);
    }
  }

  /** Removes one hold; returns false if there is none. */
  boolean release(int lock, int slot, boolean shared) {
    long hold = hold(lock, slot, shared);
    int depth = depths.get(hold);
    if (depth > 1) {
      depths.put(hold, depth - 1);
    } else if (depth == 1) {
      releaseAll(lock, slot, shared);
    }
    return depth > 0;
  }

  /** Removes all holds, and returns how many there were. */
  int releaseAll(int lock, int slot, boolean shared) {
    remove(lock, slot, shared);
    return depths.remove(hold(lock, slot, shared));
  }

  /** As {@link #releaseAll}, to be undone by {@link #endWait}. */
  int beginWait(int lock, int slot) {
    int depth = releaseAll(lock, slot, false);
    depthsBeforeWait.put(hold(lock, slot, false), depth);
    return depth;
  }

  /** The number of holds that the last {@link #beginWait} has removed; another one without any. */
  int endWait(int lock, int slot, int otherwise) {
    long hold = hold(lock, slot, false);
    return depthsBeforeWait.containsKey(hold) ? depthsBeforeWait.put(hold, 0) : otherwise;
  }
}

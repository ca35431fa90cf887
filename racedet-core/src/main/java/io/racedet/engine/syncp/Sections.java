package io.racedet.engine.syncp;

import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The critical sections of a trace, numbered from 0 in the order of their acquires. */
final class Sections {
  /** In place of a section. */
  static final int NONE = -1;

  private final IntArrayList keys = new IntArrayList(); // see LockUse
  private final IntArrayList threads = new IntArrayList();
  private final LongArrayList acquired = new LongArrayList(); // indices
  private final LongArrayList released = new LongArrayList(); // 0 while it is open

  int add(int key, int thread, long index) {
    keys.add(key);
    threads.add(thread);
    acquired.add(index);
    released.add(0);
    return keys.size() - 1;
  }

  void end(int section, long index) {
    released.set(section, index);
  }

  int key(int section) {
    return keys.getInt(section);
  }

  int lock(int section) {
    return LockUse.lock(keys.getInt(section));
  }

  boolean isShared(int section) {
    return LockUse.isShared(keys.getInt(section));
  }

  int thread(int section) {
    return threads.getInt(section);
  }

  long acquired(int section) {
    return acquired.getLong(section);
  }

  /** The index of its release, 0 while it is open. */
  long released(int section) {
    return released.getLong(section);
  }

  /** How many of the sections of a list begin up to an index, of those from a position on. */
  int countUpTo(IntArrayList list, int from, long index) {
    int low = from;
    int high = list.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (acquired.getLong(list.getInt(middle)) <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

package io.racedet.engine.syncp;

import io.racedet.engine.history.Epoch;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

/** What a closure has to know of one thread: which events of others it needs, and its sections. */
final class ThreadLine {
  /** The index of its last event, 0 before the first one. */
  long last;

  /** The epoch of its fork, 0 if there is none. */
  long fork;

  /** How many of its events may be needed by others so far. */
  long sources;

  // By number, in order: from an event on, the thread needs an event of another thread.
  private final LongArrayList since = new LongArrayList();
  private final LongArrayList needed = new LongArrayList(); // epochs

  /** Its critical sections, in the order of their acquires. */
  final IntArrayList sections = new IntArrayList();

  /** Those of one lock and mode, by {@link io.racedet.ids.LockUse}. */
  final Int2ObjectOpenHashMap<IntArrayList> byLock = new Int2ObjectOpenHashMap<>();

  private long[] newest = new long[0]; // needed, by thread

  /** Adds what an event needs, unless an earlier event needs it directly, too. */
  void need(long index, long source) {
    int other = Epoch.thread(source);
    if (other >= newest.length) {
      newest = LongArrays.grow(newest, other + 1);
    }
    if (newest[other] < source) {
      newest[other] = source;
      since.add(index);
      needed.add(source);
    }
  }

  void addSection(int section, int key) {
    sections.add(section);
    IntArrayList of = byLock.get(key);
    if (of == null) {
      of = new IntArrayList(2);
      byLock.put(key, of);
    }
    of.add(section);
  }

  /** How many needs there are. */
  int needs() {
    return since.size();
  }

  /** The index of the event from which on something is needed. */
  long since(int need) {
    return since.getLong(need);
  }

  /** The epoch of the event that is needed. */
  long needed(int need) {
    return needed.getLong(need);
  }
}

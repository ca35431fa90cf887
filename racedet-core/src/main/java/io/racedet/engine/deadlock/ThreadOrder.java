package io.racedet.engine.deadlock;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Which events come before which only because threads are started and joined. Its memory is
 * proportional to the number of starts and joins. Not thread-safe.
 */
public final class ThreadOrder {
  /**
   * What comes before the events of a thread from some index on: all events of other threads up to
   * an index of theirs.
   */
  private static final class Edges {
    final IntArrayList threads = new IntArrayList();
    final LongArrayList until = new LongArrayList();
    final LongArrayList from = new LongArrayList(); // ascending
  }

  private final Int2ObjectOpenHashMap<Edges> into = new Int2ObjectOpenHashMap<>();

  /** Takes that a thread starts another one. */
  public void fork(int thread, int started, long index) {
    add(started, thread, index, Long.MIN_VALUE);
  }

  /**
   * Takes that a thread has waited for the end of another one.
   *
   * @param index the index of the join, higher than those before
   */
  public void join(int thread, int ended, long index) {
    add(thread, ended, Long.MAX_VALUE, index);
  }

  private void add(int thread, int before, long until, long from) {
    Edges edges = into.computeIfAbsent(thread, unseen -> new Edges());
    edges.threads.add(before);
    edges.until.add(until);
    edges.from.add(from);
  }

  /**
   * {@return whether all events of one thread up to an index come before those of another one from
   * an index on; false if they are not ordered by starts and joins alone} Takes time proportional
   * to the number of starts and joins.
   *
   * @param first the thread of the events that come before
   * @param until the index of the last of them
   * @param from the index of its first event that comes after them
   */
  public boolean isBefore(int first, long until, int second, long from) {
    Int2LongOpenHashMap reached = new Int2LongOpenHashMap(); // by thread: before which index
    reached.defaultReturnValue(Long.MIN_VALUE);
    IntArrayList open = new IntArrayList();
    reach(second, from, reached, open);
    while (!open.isEmpty()) {
      int thread = open.popInt();
      long before = reached.get(thread);
      if (thread == first && thread != second && until <= before) {
        return true;
      }
      Edges edges = into.get(thread);
      for (int i = 0; edges != null && i < edges.threads.size(); i++) {
        if (edges.from.getLong(i) < before) {
          reach(edges.threads.getInt(i), edges.until.getLong(i), reached, open);
        }
      }
    }
    return false;
  }

  private static void reach(
      int thread, long until, Int2LongOpenHashMap reached, IntArrayList open) {
    if (until > reached.get(thread)) {
      reached.put(thread, until);
      open.add(thread);
    }
  }
}

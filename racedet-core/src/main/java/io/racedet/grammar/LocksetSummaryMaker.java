package io.racedet.grammar;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Copies the entries of variables into a summary. */
final class LocksetSummaryMaker {
  private final LocksetEntries entries;
  private final LockBits locks;
  private final int[] thread; // by number
  private final IntArrayList firstEnd = new IntArrayList();
  private final IntArrayList lastEnd = new IntArrayList();
  private final IntArrayList threads = new IntArrayList();
  private final IntArrayList kinds = new IntArrayList();
  private final LongArrayList sets = new LongArrayList();
  private final LongArrayList times = new LongArrayList();
  private final LongArrayList places = new LongArrayList();

  LocksetSummaryMaker(LocksetEntries entries, LockBits locks, int[] thread) {
    this.entries = entries;
    this.locks = locks;
    this.thread = thread;
  }

  /** Adds the two lists of the next variable. */
  void add(int first, int last) {
    copy(first);
    firstEnd.add(threads.size());
    copy(last);
    lastEnd.add(threads.size());
  }

  private void copy(int list) {
    int words = locks.words();
    for (int entry = list; entry != LocksetEntries.NONE; entry = entries.next(entry)) {
      threads.add(thread[entries.thread(entry)]);
      kinds.add(entries.kinds(entry));
      int at = sets.size();
      sets.size(at + 2 * words);
      locks.copyTo(entries.reads(entry), sets.elements(), at);
      locks.copyTo(entries.writes(entry), sets.elements(), at + words);
      for (int kind = 0; kind < AccessKind.COUNT; kind++) {
        times.add(entries.time(entry, kind));
        places.add(entries.place(entry, kind));
      }
    }
  }

  LocksetSummary make(ChunkOrder order, OpenSummary open, int[] variables, int[] flags) {
    return new LocksetSummary(
        order,
        open,
        locks.locks(),
        locks.words(),
        variables,
        flags,
        firstEnd.toIntArray(),
        lastEnd.toIntArray(),
        threads.toIntArray(),
        kinds.toIntArray(),
        sets.toLongArray(),
        times.toLongArray(),
        places.toLongArray());
  }
}

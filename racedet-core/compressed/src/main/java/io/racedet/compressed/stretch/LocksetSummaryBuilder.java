package io.racedet.compressed.stretch;

import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.ChunkOrder;
import io.racedet.compressed.summary.LockBits;
import io.racedet.compressed.summary.OpenSummary;

/** Copies the entries of variables into a summary. */
final class LocksetSummaryBuilder {
  private final LocksetEntries entries;
  private final LockBits locks;
  private final LockHolds holds;
  private final int words;
  private final int[] threads;
  private final int[] kinds;
  private final long[] sets;
  private final long[] times;
  private final long[] details;
  private int size;

  /** Prepares for entries. */
  LocksetSummaryBuilder(LocksetEntries entries, LockBits locks, LockHolds holds, int count) {
    this.entries = entries;
    this.locks = locks;
    this.holds = holds;
    words = locks.words();
    threads = new int[count];
    kinds = new int[count];
    sets = new long[2 * words * count];
    times = new long[AccessKind.COUNT * count];
    details = new long[AccessKind.COUNT * count];
  }

  /** Adds a list; returns the number of entries so far. */
  int add(int list) {
    for (int entry = list; entry != LocksetEntries.NONE; entry = entries.next(entry)) {
      threads[size] = holds.thread(entries.thread(entry));
      kinds[size] = entries.kinds(entry);
      locks.copyTo(entries.reads(entry), sets, 2 * size * words);
      locks.copyTo(entries.writes(entry), sets, (2 * size + 1) * words);
      for (int kind = 0; kind < AccessKind.COUNT; kind++) {
        times[AccessKind.COUNT * size + kind] = entries.time(entry, kind);
        details[AccessKind.COUNT * size + kind] = entries.detail(entry, kind);
      }
      size++;
    }
    return size;
  }

  LocksetSummary make(
      ChunkOrder order,
      OpenSummary open,
      int[] variables,
      int[] flags,
      int[] firstEnd,
      int[] lastEnd) {
    return new LocksetSummary(
        order,
        open,
        locks.locks(),
        words,
        variables,
        flags,
        firstEnd,
        lastEnd,
        threads,
        kinds,
        sets,
        times,
        details);
  }
}

package io.racedet.compressed.stretch;

import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.LockBits;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * The accesses to each variable by each thread, as entries in lists, one list for each variable:
 * the locks that protect them, and the last accesses. Not thread-safe.
 */
final class LocksetEntries {
  static final int NONE = -1;

  private static final int PLAIN = 1 << AccessKind.READ | 1 << AccessKind.WRITE;

  private final LockBits locks;
  private int size;
  private long visits;
  private int[] next = new int[16]; // in the list of its variable
  private int[] nextOfThread = new int[16];
  private int[] thread = new int[16];
  private int[] kinds = new int[16];
  private int[] reads = new int[16]; // sets
  private int[] writes = new int[16];
  private long[] times = new long[16 * AccessKind.COUNT];
  private long[] details = new long[16 * AccessKind.COUNT];

  // The entries combined since together() was called.
  private int meet;
  private boolean isAll; // the meet is the set of all locks
  private int kindsTogether;
  private int firstThread;
  private boolean several;

  LocksetEntries(LockBits locks) {
    this.locks = locks;
  }

  void clear() {
    size = 0;
    visits = 0;
  }

  int size() {
    return size;
  }

  /** The number of entries visited since all were cleared. */
  long visits() {
    return visits;
  }

  int length(int list) {
    int length = 0;
    for (int entry = list; entry != NONE; entry = next[entry]) {
      length++;
    }
    return length;
  }

  int next(int entry) {
    return next[entry];
  }

  int thread(int entry) {
    return thread[entry];
  }

  int kinds(int entry) {
    return kinds[entry];
  }

  int reads(int entry) {
    return reads[entry];
  }

  int writes(int entry) {
    return writes[entry];
  }

  long time(int entry, int kind) {
    return times[entry * AccessKind.COUNT + kind];
  }

  long detail(int entry, int kind) {
    return details[entry * AccessKind.COUNT + kind];
  }

  /** The entry of a thread in a list, or NONE. */
  int find(int list, int ofThread) {
    int entry = list;
    while (entry != NONE && thread[entry] != ofThread) {
      visits++;
      entry = next[entry];
    }
    return entry;
  }

  /** Adds an entry without accesses at the front of the lists of its variable and its thread. */
  int add(int list, int listOfThread, int ofThread) {
    int entry = size++;
    if (entry == next.length) {
      grow();
    }
    reads[entry] = locks.add();
    writes[entry] = locks.add();
    next[entry] = list;
    nextOfThread[entry] = listOfThread;
    thread[entry] = ofThread;
    kinds[entry] = 0;
    int at = entry * AccessKind.COUNT;
    Arrays.fill(times, at, at + AccessKind.COUNT, 0);
    return entry;
  }

  private void grow() {
    next = IntArrays.grow(next, size);
    nextOfThread = IntArrays.grow(nextOfThread, size);
    thread = IntArrays.grow(thread, size);
    kinds = IntArrays.grow(kinds, size);
    reads = IntArrays.grow(reads, size);
    writes = IntArrays.grow(writes, size);
    times = LongArrays.grow(times, next.length * AccessKind.COUNT);
    details = LongArrays.grow(details, next.length * AccessKind.COUNT);
  }

  /** Records the last access of a kind. */
  void last(int entry, int kind, long time, long detail) {
    times[entry * AccessKind.COUNT + kind] = time;
    details[entry * AccessKind.COUNT + kind] = detail;
  }

  /** Adds accesses of a kind that a set of locks protects. */
  void protect(int entry, int kind, int by) {
    boolean isWrite = AccessKind.isWrite(kind);
    int set = isWrite ? writes[entry] : reads[entry];
    if (!(isWrite ? AccessKind.haveWrites(kinds[entry]) : AccessKind.haveReads(kinds[entry]))) {
      locks.copy(by, set);
    } else {
      locks.meet(set, by);
    }
    kinds[entry] |= 1 << kind;
  }

  /** Adds a lock that was held at all accesses by a thread so far to the entries of its list. */
  void cover(int listOfThread, int lock, boolean shared) {
    for (int entry = listOfThread; entry != NONE; entry = nextOfThread[entry]) {
      visits++;
      locks.put(reads[entry], lock);
      if (!shared) {
        locks.put(writes[entry], lock);
      }
    }
  }

  /** Starts to combine entries, using a given set. */
  void together(int scratch) {
    meet = scratch;
    isAll = true;
    kindsTogether = 0;
    firstThread = NONE;
    several = false;
  }

  void put(int list) {
    for (int entry = list; entry != NONE; entry = next[entry]) {
      visits++;
      put(thread[entry], kinds[entry], reads[entry], writes[entry]);
    }
  }

  private void put(int ofThread, int ofKinds, int protectingReads, int protectingWrites) {
    several |= firstThread != NONE & firstThread != ofThread;
    firstThread = ofThread;
    kindsTogether |= ofKinds;
    if (AccessKind.haveReads(ofKinds)) {
      meet(protectingReads);
    }
    if (AccessKind.haveWrites(ofKinds)) {
      meet(protectingWrites);
    }
  }

  private void meet(int set) {
    if (isAll) {
      locks.copy(set, meet);
      isAll = false;
    } else {
      locks.meet(meet, set);
    }
  }

  /** Whether the combined entries violate the discipline. */
  boolean violate() {
    return several
        && AccessKind.haveWrites(kindsTogether)
        && (kindsTogether & PLAIN) != 0
        && locks.isEmpty(meet);
  }
}

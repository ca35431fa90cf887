package io.racedet.engine.compressed;

import io.racedet.engine.compressed.summary.AccessKind;
import io.racedet.engine.compressed.summary.LockBits;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * The accesses of a variable by a thread, as entries in lists, one list a variable: what protects
 * them, and the last ones. Not thread-safe.
 */
final class LocksetEntries {
  static final int NONE = -1;

  private static final int PLAIN = 1 << AccessKind.READ | 1 << AccessKind.WRITE;

  private final LockBits locks;
  private int size;
  private int free = NONE;
  private int[] next = new int[16]; // in the list of the variable
  private int[] nextOfThread = new int[16];
  private int[] thread = new int[16];
  private int[] kinds = new int[16];
  private int[] reads = new int[16]; // sets
  private int[] writes = new int[16];
  private long[] times = new long[16 * AccessKind.COUNT];
  private long[] details = new long[16 * AccessKind.COUNT];

  // All that was put together since together() was called.
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
    free = NONE;
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

  int nextOfThread(int entry) {
    return nextOfThread[entry];
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
      entry = next[entry];
    }
    return entry;
  }

  /** Puts an entry without accesses in front of a list of a variable and one of its thread. */
  int add(int list, int listOfThread, int ofThread) {
    int entry = free;
    if (entry != NONE) {
      free = next[entry];
    } else {
      entry = size++;
      if (entry == next.length) {
        grow();
      }
      reads[entry] = locks.add();
      writes[entry] = locks.add();
    }
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

  /** Gives the entries of a list back; lists of threads must not be in use. */
  void drop(int list) {
    int entry = list;
    while (entry != NONE) {
      int after = next[entry];
      next[entry] = free;
      free = entry;
      entry = after;
    }
  }

  /** Notes when and where an access of a kind was last. */
  void last(int entry, int kind, long time, long detail) {
    times[entry * AccessKind.COUNT + kind] = time;
    details[entry * AccessKind.COUNT + kind] = detail;
  }

  /**
   * Takes accesses of a kind that a set of locks protects.
   *
   * @return whether that changes what is known of the entry but the last accesses
   */
  boolean protect(int entry, int kind, int by) {
    boolean isWrite = AccessKind.isWrite(kind);
    int set = isWrite ? writes[entry] : reads[entry];
    boolean changes = (kinds[entry] >> kind & 1) == 0;
    if (!(isWrite ? AccessKind.haveWrites(kinds[entry]) : AccessKind.haveReads(kinds[entry]))) {
      locks.copy(by, set);
    } else {
      changes |= locks.meet(set, by);
    }
    kinds[entry] |= 1 << kind;
    return changes;
  }

  /**
   * Whether accesses of some kinds that two sets protect would change nothing but the last ones.
   */
  boolean knows(int entry, int ofKinds, int protectingReads, int protectingWrites) {
    return (ofKinds & ~kinds[entry]) == 0
        && (!AccessKind.haveReads(ofKinds) || locks.hasAll(protectingReads, reads[entry]))
        && (!AccessKind.haveWrites(ofKinds) || locks.hasAll(protectingWrites, writes[entry]));
  }

  /**
   * A lock that was held at all accesses so far of a thread, whose list is given, protects them.
   */
  void cover(int listOfThread, int lock, boolean shared) {
    for (int entry = listOfThread; entry != NONE; entry = nextOfThread[entry]) {
      locks.put(reads[entry], lock);
      if (!shared) {
        locks.put(writes[entry], lock);
      }
    }
  }

  /** Starts to put entries together, in a set that is given for it. */
  void together(int scratch) {
    meet = scratch;
    isAll = true;
    kindsTogether = 0;
    firstThread = NONE;
    several = false;
  }

  void put(int list) {
    for (int entry = list; entry != NONE; entry = next[entry]) {
      put(thread[entry], kinds[entry], reads[entry], writes[entry]);
    }
  }

  void put(int ofThread, int ofKinds, int protectingReads, int protectingWrites) {
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

  /** Whether all that was put together violates the discipline. */
  boolean violate() {
    return several
        && AccessKind.haveWrites(kindsTogether)
        && (kindsTogether & PLAIN) != 0
        && locks.isEmpty(meet);
  }
}

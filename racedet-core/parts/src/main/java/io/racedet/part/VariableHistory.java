package io.racedet.part;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * The accesses to a variable: of each thread the last one of each kind, and the locks that all of
 * them held. Memory is linear in the number of threads that access the variable.
 */
final class VariableHistory {
  // The kinds of accesses.
  static final int WRITE = 0;
  static final int READ = 1;
  static final int ATOMIC_WRITE = 2;
  static final int ATOMIC_READ = 3;
  static final int KINDS = 4;

  private static final int[][] CONFLICTS = {
    {WRITE, READ, ATOMIC_WRITE, ATOMIC_READ}, {WRITE, ATOMIC_WRITE}, {WRITE, READ}, {WRITE}
  };

  /** By kind: the kinds that conflict with nothing else, as bits. */
  private static final int[] COVERED = {
    1 << WRITE | 1 << READ | 1 << ATOMIC_WRITE | 1 << ATOMIC_READ,
    1 << READ | 1 << ATOMIC_READ,
    1 << ATOMIC_WRITE | 1 << ATOMIC_READ,
    1 << ATOMIC_READ
  };

  private static final int WORDS = 2; // of an access: its time and its detail word

  /** The object to which the variable belongs; null for none. */
  final VariableOwner owner;

  int lockset = LockLists.ALL;
  private boolean isWritten;
  private int newest; // where the thread of the newest access is
  private int quiet; // kinds of which its accesses race with none; bits
  private int size;
  private int[] threads = new int[1];
  private long[] accesses = new long[KINDS * WORDS];

  VariableHistory(VariableOwner owner) {
    this.owner = owner;
  }

  static boolean isWrite(int kind) {
    return kind == WRITE || kind == ATOMIC_WRITE;
  }

  static boolean isAtomic(int kind) {
    return kind >= ATOMIC_WRITE;
  }

  /** How many threads have an access. */
  int size() {
    return size;
  }

  int thread(int at) {
    return threads[at];
  }

  /** Where a thread is, which is added if it is new. */
  int of(int thread) {
    if (newest < size && threads[newest] == thread) {
      return newest;
    }
    int at = 0;
    while (at < size && threads[at] != thread) {
      at++;
    }
    if (at == size) {
      threads = IntArrays.grow(threads, size + 1);
      accesses = LongArrays.grow(accesses, (size + 1) * KINDS * WORDS);
      threads[size++] = thread;
    }
    return at;
  }

  /** Records the last access of a kind. */
  void put(int at, int kind, long time, long detail) {
    int word = (at * KINDS + kind) * WORDS;
    quiet = at == newest ? quiet : 0;
    newest = at;
    accesses[word] = time;
    accesses[word + 1] = detail;
    isWritten |= isWrite(kind);
  }

  /** The time of the last access of a kind, 0 for none. */
  long time(int at, int kind) {
    return accesses[(at * KINDS + kind) * WORDS];
  }

  long detail(int at, int kind) {
    return accesses[(at * KINDS + kind) * WORDS + 1];
  }

  /** The kind of the last access by a thread that conflicts with an access of a kind, or -1. */
  int conflicting(int at, int kind) {
    int last = -1;
    long time = 0;
    for (int other : CONFLICTS[kind]) {
      if (time(at, other) > time) {
        time = time(at, other);
        last = other;
      }
    }
    return last;
  }

  /**
   * Whether an access of a kind races with none, since the same is known of one by the same thread
   * that no access of another thread has followed.
   */
  boolean isQuiet(int thread, int kind) {
    return (quiet & 1 << kind) != 0 && threads[newest] == thread;
  }

  /** Records that the newest access, which is of a kind, races with none. */
  void setQuiet(int kind) {
    quiet |= COVERED[kind];
  }

  /** Whether no lock protects the variable, which several threads access and one has written. */
  boolean isViolated(LockLists locks) {
    return size > 1 && isWritten && locks.isEmpty(lockset);
  }
}

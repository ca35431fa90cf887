package io.racedet.engine.history;

import io.racedet.race.AccessContext;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The last read and the last write of each variable by each thread, or with each context, for
 * variables that need more than one. Rows grow as needed.
 */
final class AccessRows {
  /* A row is a hash table of entries of two words, the epoch, marked if it is of a write, and the
   * detail word; 0 where there is none. */
  static final int ENTRY = RowHash.ENTRY;
  private static final long WRITE = Long.MIN_VALUE;
  private static final int INITIAL_CLASS = 3;
  private static final int NO_ROOM = -1;

  private static final int CLASS_BITS = 5;
  private static final int CLASS_MASK = (1 << CLASS_BITS) - 1;

  private final boolean byContext;
  private final WordPool pool = new WordPool();
  private long[] rows = new long[0]; // by variable, | position:32 | size class:5 |, 0 for none

  /**
   * Starts with no access.
   *
   * @param byContext whether accesses are kept by context, not by thread
   */
  AccessRows(boolean byContext) {
    this.byContext = byContext;
  }

  /** The array of all rows, valid until the next {@link #put}. */
  long[] words() {
    return pool.words();
  }

  /** Where the entries of a variable begin in the words. */
  int begin(int variable) {
    return variable < rows.length ? base(rows[variable]) : 0;
  }

  /** Where the entries of a variable end. */
  int end(int variable) {
    if (variable >= rows.length || rows[variable] == 0) {
      return 0;
    }
    return begin(variable) + length(rows[variable]);
  }

  /** Whether the first word of an entry is that of a write. */
  static boolean isWrite(long word) {
    return word < 0;
  }

  /** The epoch of the first word of an entry; 0 if there is none. */
  static long epoch(long word) {
    return word & ~WRITE;
  }

  /** The key of an access: its thread or its context. */
  int key(long epoch, long detail) {
    return byContext ? AccessContext.context(detail) : Epoch.thread(epoch);
  }

  /** Records an access, which replaces the previous one of the same kind and key. */
  void put(int variable, boolean write, int key, long epoch, long detail) {
    if (variable >= rows.length) {
      rows = LongArrays.grow(rows, variable + 1);
    }
    long row = rows[variable];
    if (row == 0) {
      row = (long) pool.acquire(INITIAL_CLASS) << CLASS_BITS | INITIAL_CLASS;
      rows[variable] = row;
    }
    long word = write ? epoch | WRITE : epoch;
    int at = find(row, key, word);
    if (at == NO_ROOM || pool.words()[at] == 0 && isFull(row, at, key, word)) {
      row = doubled(row);
      rows[variable] = row;
      at = find(row, key, word);
    }
    long[] words = pool.words();
    words[at] = word;
    words[at + 1] = detail;
  }

  /** Drops the accesses to a variable. */
  void forget(int variable) {
    if (variable < rows.length && rows[variable] != 0) {
      release(rows[variable]);
      rows[variable] = 0;
    }
  }

  /** Marks the contexts of all accesses. */
  void markContexts(BitSet live) {
    long[] words = pool.words();
    for (int variable = 0; variable < rows.length; variable++) {
      for (int at = begin(variable), end = end(variable); at < end; at += ENTRY) {
        if (words[at] != 0) {
          live.set(AccessContext.context(words[at + 1]));
        }
      }
    }
  }

  /**
   * The position in a row of the entry with a key and the kind of a word, or of the free entry for
   * it.
   */
  private int find(long row, int key, long word) {
    long[] words = pool.words();
    int base = base(row);
    int mask = length(row) - 1;
    int offset = home(row, key, word);
    for (int i = 0; i <= mask; i += ENTRY) {
      int at = base + offset;
      long there = words[at];
      if (there == 0 || (there ^ word) >= 0 && key(epoch(there), words[at + 1]) == key) {
        return at;
      }
      offset = offset + ENTRY & mask;
    }
    return NO_ROOM;
  }

  /** Where the search for an entry begins, from the begin of its row. */
  private int home(long row, int key, long word) {
    int hash = byContext ? HashCommon.mix(key) : RowHash.ofDense(key);
    return hash * 2 * ENTRY + (word < 0 ? ENTRY : 0) & length(row) - 1;
  }

  private boolean isFull(long row, int at, int key, long word) {
    int base = base(row);
    return RowHash.isFull(pool.words(), base, length(row), home(row, key, word), at - base);
  }

  private static int base(long row) {
    return (int) (row >>> CLASS_BITS);
  }

  private static int length(long row) {
    return 1 << (row & CLASS_MASK);
  }

  private long doubled(long row) {
    int sizeClass = (int) (row & CLASS_MASK) + 1;
    long larger = (long) pool.acquire(sizeClass) << CLASS_BITS | sizeClass;
    long[] words = pool.words();
    for (int from = base(row), end = from + length(row); from < end; from += ENTRY) {
      if (words[from] != 0) {
        int at = find(larger, key(epoch(words[from]), words[from + 1]), words[from]);
        words[at] = words[from];
        words[at + 1] = words[from + 1];
      }
    }
    release(row);
    return larger;
  }

  /** Clears and releases a block. */
  private void release(long row) {
    int base = base(row);
    Arrays.fill(pool.words(), base, base + length(row), 0);
    pool.release(base, (int) (row & CLASS_MASK));
  }
}

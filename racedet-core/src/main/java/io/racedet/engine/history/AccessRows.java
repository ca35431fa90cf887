package io.racedet.engine.history;

import io.racedet.race.AccessContext;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * The last read and the last write of each variable by each thread, or with each context, for
 * variables that need more than one. Rows grow as needed.
 */
final class AccessRows {
  /* A row is a table of entries of two words, the epoch, marked if it is of a write, and the detail
   * word; 0 where there is none. An entry is at most LONGEST_PROBE entries from where its key
   * belongs; a row where this cannot be kept is doubled. Thread ids are dense and are used
   * directly. The contexts in a row may be at any regular distance from each other, so they are
   * hashed. */
  static final int ENTRY = 2;
  private static final long WRITE = Long.MIN_VALUE;
  private static final int INITIAL_CLASS = 3;
  private static final int LONGEST_PROBE = 8;
  private static final int NO_ROOM = -1;
  private static final int MIX = 0x9E37_79B9;

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
    return variable < rows.length ? (int) (rows[variable] >>> CLASS_BITS) : 0;
  }

  /** Where the entries of a variable end. */
  int end(int variable) {
    if (variable >= rows.length || rows[variable] == 0) {
      return 0;
    }
    return begin(variable) + (1 << (rows[variable] & CLASS_MASK));
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
    while (at == NO_ROOM) {
      row = doubled(row);
      rows[variable] = row;
      at = find(row, key, word);
    }
    long[] words = pool.words();
    words[at] = word;
    words[at + 1] = detail;
  }

  /**
   * The position in a row of the entry with a key and the kind of a word, or of the free entry for
   * it.
   */
  private int find(long row, int key, long word) {
    long[] words = pool.words();
    int base = (int) (row >>> CLASS_BITS);
    int mask = (1 << (row & CLASS_MASK)) - 1;
    int offset = (byContext ? spread(key) : key) * 2 * ENTRY + (word < 0 ? ENTRY : 0) & mask;
    for (int i = 0; i < LONGEST_PROBE; i++) {
      int at = base + offset;
      long there = words[at];
      if (there == 0 || (there ^ word) >= 0 && key(epoch(there), words[at + 1]) == key) {
        return at;
      }
      offset = offset + ENTRY & mask;
    }
    return NO_ROOM;
  }

  private static int spread(int context) {
    int mixed = context * MIX;
    return mixed ^ mixed >>> Short.SIZE;
  }

  private long doubled(long row) {
    long larger = row;
    do {
      int sizeClass = (int) (larger & CLASS_MASK) + 1;
      if (larger != row) {
        release(larger);
      }
      larger = (long) pool.acquire(sizeClass) << CLASS_BITS | sizeClass;
    } while (!copied(row, larger));
    release(row);
    return larger;
  }

  private boolean copied(long row, long larger) {
    long[] words = pool.words();
    int from = (int) (row >>> CLASS_BITS);
    int end = from + (1 << (row & CLASS_MASK));
    for (int i = from; i < end; i += ENTRY) {
      if (words[i] != 0) {
        int at = find(larger, key(epoch(words[i]), words[i + 1]), words[i]);
        if (at == NO_ROOM) {
          return false;
        }
        words[at] = words[i];
        words[at + 1] = words[i + 1];
      }
    }
    return true;
  }

  /** Clears and releases a block. */
  private void release(long row) {
    int base = (int) (row >>> CLASS_BITS);
    int sizeClass = (int) (row & CLASS_MASK);
    Arrays.fill(pool.words(), base, base + (1 << sizeClass), 0);
    pool.release(base, sizeClass);
  }
}

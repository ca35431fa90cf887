package io.racedet.engine;

import java.util.Arrays;

/**
 * Rows of accesses, oldest first, two words an access, in one pooled array.
 *
 * <p>The first word is the access's index in the trace with some marks, the second its place: the
 * thread with the locks it held, and the location.
 */
final class PairRows {
  // first word: | index:61 | atomic:1 | superseded:1 | dominating:1 |
  private static final int MARK_BITS = 3;
  private static final long DOMINATING = 1;
  private static final long SUPERSEDED = 2;
  private static final long ATOMIC = 4;

  private static final int WORDS_SHIFT = 1;
  private static final int WORDS = 1 << WORDS_SHIFT;
  private static final int NONE = -1;

  private int[] base = new int[0]; // by row
  private int[] size = new int[0];
  private byte[] sizeClass = new byte[0]; // room for 1 << class accesses
  private final WordPool pool = new WordPool();
  private long[] words = pool.words();

  void ensureRow(int row) {
    int length = base.length;
    if (row >= length) {
      int capacity = Math.max(row + 1, length + (length >> 1));
      base = Arrays.copyOf(base, capacity);
      Arrays.fill(base, length, capacity, NONE);
      size = Arrays.copyOf(size, capacity);
      sizeClass = Arrays.copyOf(sizeClass, capacity);
    }
  }

  int size(int row) {
    return size[row];
  }

  long index(int row, int i) {
    return words[base[row] + WORDS * i] >>> MARK_BITS;
  }

  long place(int row, int i) {
    return words[base[row] + WORDS * i + 1];
  }

  boolean isAtomic(int row, int i) {
    return (words[base[row] + WORDS * i] & ATOMIC) != 0;
  }

  /** Whether all older accesses of the row were ordered before this one. */
  boolean isDominating(int row, int i) {
    return (words[base[row] + WORDS * i] & DOMINATING) != 0;
  }

  /** Notes that a later access is ordered after this one. */
  void supersede(int row, int i) {
    words[base[row] + WORDS * i] |= SUPERSEDED;
  }

  /** Position of the newest access that differs by its index only, or -1. */
  int find(int row, long place, boolean atomic) {
    long mark = atomic ? ATOMIC : 0;
    for (int at = base[row] + WORDS * (size[row] - 1); at >= base[row]; at -= WORDS) {
      if (words[at + 1] == place && (words[at] & ATOMIC) == mark) {
        return (at - base[row]) / WORDS;
      }
    }
    return NONE;
  }

  void append(int row, long index, long place, boolean atomic, boolean dominating) {
    int count = size[row];
    if (base[row] == NONE) {
      base[row] = block(0);
    } else if (count == 1 << sizeClass[row]) {
      grow(row);
    }
    int at = base[row] + WORDS * count;
    words[at] = index << MARK_BITS | (atomic ? ATOMIC : 0) | (dominating ? DOMINATING : 0);
    words[at + 1] = place;
    size[row] = count + 1;
  }

  void remove(int row, int i) {
    int at = base[row] + WORDS * i;
    System.arraycopy(words, at + WORDS, words, at, WORDS * (size[row] - i - 1));
    size[row]--;
  }

  /** Removes the oldest superseded accesses where there are more of them than the limit. */
  void trim(int row, int limit) {
    if (size[row] <= limit) {
      return;
    }
    int excess = -limit;
    int end = base[row] + WORDS * size[row];
    for (int at = base[row]; at < end; at += WORDS) {
      excess += (words[at] & SUPERSEDED) != 0 ? 1 : 0;
    }
    if (excess > 0) {
      removeSuperseded(row, excess);
    }
  }

  private void removeSuperseded(int row, int count) {
    int left = count;
    int to = base[row];
    int end = base[row] + WORDS * size[row];
    for (int at = base[row]; at < end; at += WORDS) {
      if (left > 0 && (words[at] & SUPERSEDED) != 0) {
        left--;
      } else {
        words[to] = words[at];
        words[to + 1] = words[at + 1];
        to += WORDS;
      }
    }
    size[row] -= count;
  }

  private void grow(int row) {
    int from = base[row];
    int to = block(sizeClass[row] + 1);
    System.arraycopy(words, from, words, to, WORDS << sizeClass[row]);
    pool.release(from, sizeClass[row] + WORDS_SHIFT);
    base[row] = to;
    sizeClass[row]++;
  }

  private int block(int ofClass) {
    int block = pool.acquire(ofClass + WORDS_SHIFT);
    words = pool.words();
    return block;
  }
}

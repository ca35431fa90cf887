package io.racedet.engine;

import java.util.Arrays;

/**
 * Rows of accesses, oldest first, two words an access, in one pooled array.
 *
 * <p>The first word is the access's time with two marks, the second its <em>site</em>: all that
 * tells one access of a variable from another but its time (thread, lockset, location, atomicity).
 */
final class PwrRows {
  // time word: | time:62 | superseded:1 | dominating:1 |
  private static final int MARK_BITS = 2;
  private static final long DOMINATING = 1;
  private static final long SUPERSEDED = 2;

  private static final int WORDS = 2;
  private static final int CLASSES = 30;
  private static final int NONE = -1;

  private int[] base = new int[0]; // by row
  private int[] size = new int[0];
  private byte[] sizeClass = new byte[0]; // room for 1 << class accesses
  private long[] words = new long[1024];
  private int used;
  private final int[] freeBlocks = new int[CLASSES];

  PwrRows() {
    Arrays.fill(freeBlocks, NONE);
  }

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

  long time(int row, int i) {
    return words[base[row] + WORDS * i] >>> MARK_BITS;
  }

  long site(int row, int i) {
    return words[base[row] + WORDS * i + 1];
  }

  /** Whether all older accesses of the row were ordered before this one. */
  boolean isDominating(int row, int i) {
    return (words[base[row] + WORDS * i] & DOMINATING) != 0;
  }

  /** Notes that a later access is ordered after this one. */
  void supersede(int row, int i) {
    words[base[row] + WORDS * i] |= SUPERSEDED;
  }

  /** Position of the newest access from a site, or -1. */
  int find(int row, long site) {
    for (int at = base[row] + WORDS * (size[row] - 1) + 1; at > base[row]; at -= WORDS) {
      if (words[at] == site) {
        return (at - base[row]) / WORDS;
      }
    }
    return NONE;
  }

  void append(int row, long time, long site, boolean dominating) {
    int count = size[row];
    if (base[row] == NONE) {
      base[row] = block(0);
    } else if (count == 1 << sizeClass[row]) {
      grow(row);
    }
    int at = base[row] + WORDS * count;
    words[at] = time << MARK_BITS | (dominating ? DOMINATING : 0);
    words[at + 1] = site;
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
    words[from] = freeBlocks[sizeClass[row]];
    freeBlocks[sizeClass[row]] = from;
    base[row] = to;
    sizeClass[row]++;
  }

  private int block(int ofClass) {
    int block = freeBlocks[ofClass];
    if (block != NONE) {
      freeBlocks[ofClass] = (int) words[block];
      return block;
    }
    int length = WORDS << ofClass;
    if (used + length > words.length) {
      words = Arrays.copyOf(words, roomFor(used + length));
    }
    block = used;
    used += length;
    return block;
  }

  private int roomFor(int length) {
    if (length < 0) {
      throw new OutOfMemoryError("more than 2^31 words of access history");
    }
    int doubled = words.length << 1;
    return doubled < 0 ? Integer.MAX_VALUE - Long.SIZE : Math.max(doubled, length);
  }
}

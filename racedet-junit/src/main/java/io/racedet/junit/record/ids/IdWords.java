package io.racedet.junit.record.ids;

import java.util.Arrays;

/**
 * A fixed number of words for each dense id, initially 0. They are in pages; a page whose ids have
 * all been dropped takes no memory, and each of their words is {@link #DROPPED}. Not thread-safe.
 */
final class IdWords {
  /** What the words of ids in dropped pages are. */
  static final long DROPPED = -1;

  static final int PAGE_BITS = 8;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int INITIAL_PAGES = 4;

  private final int width;
  private final long[] none; // a page without ids, or whose ids have been dropped; never written
  private long[][] pages = new long[INITIAL_PAGES][];
  private int[] dropped = new int[INITIAL_PAGES]; // by page, how many of its ids
  private int size;

  /** Creates words for no id yet, so many for each. */
  IdWords(int width) {
    this.width = width;
    none = new long[PAGE * width];
    Arrays.fill(none, DROPPED);
    Arrays.fill(pages, none);
  }

  /** Adds the next id, and returns it. */
  int add() {
    int page = size >>> PAGE_BITS;
    ensure(page);
    if (pages[page] == none) {
      pages[page] = new long[PAGE * width];
    }
    return size++;
  }

  /** Adds ids without words, and returns the first one. They count as dropped. */
  int skip(int count) {
    int first = size;
    size += count;
    ensure(size >>> PAGE_BITS);
    for (int id = first; id < size; ) {
      int page = id >>> PAGE_BITS;
      int end = Math.min(size, page + 1 << PAGE_BITS);
      drop(page, end - id);
      id = end;
    }
    return first;
  }

  private void ensure(int page) {
    if (page >= pages.length) {
      int length = Math.max(page + 1, 2 * pages.length);
      int known = pages.length;
      pages = Arrays.copyOf(pages, length);
      Arrays.fill(pages, known, length, none);
      dropped = Arrays.copyOf(dropped, length);
    }
  }

  /** A word of an id. */
  long get(int id, int word) {
    return pages[id >>> PAGE_BITS][(id & PAGE - 1) * width + word];
  }

  /** Sets a word of an id, which has not been dropped. */
  void set(int id, int word, long value) {
    pages[id >>> PAGE_BITS][(id & PAGE - 1) * width + word] = value;
  }

  /** Drops an id, once: its words may be lost from now on. */
  void drop(int id) {
    drop(id >>> PAGE_BITS, 1);
  }

  private void drop(int page, int count) {
    dropped[page] += count;
    if (dropped[page] == PAGE) {
      pages[page] = none;
    }
  }

  /** Whether the words of an id have been lost. */
  boolean isLost(int id) {
    return pages[id >>> PAGE_BITS] == none;
  }

  /** The number of ids, those that have been dropped included. */
  int size() {
    return size;
  }
}

package io.racedet.junit.record.ids;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/**
 * Dense ids of pairs of longs, of which the first is not negative, in the order of first use. What
 * ids stand for is in pages; a page whose ids have all been dropped takes no memory. Not
 * thread-safe.
 */
public final class PairIds {
  static final int NONE = -1;
  static final int PAGE_BITS = 8;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int INITIAL_PAGES = 4;
  private static final int INITIAL_SLOTS = 128;
  private static final long DROPPED = -1;

  private final int width; // words of an id: the pair, and what else is kept of it
  private final long[] none; // a page without ids, or whose ids have been dropped; never written
  private long[][] pages = new long[INITIAL_PAGES][];
  private int[] dropped = new int[INITIAL_PAGES]; // by page, how many of its ids
  private int size;

  /* A hash table of ids plus one, 0 for a free slot; at most half full. */
  private int[] slots = new int[INITIAL_SLOTS];
  private int filled;

  public PairIds() {
    this(2);
  }

  /** Starts without ids, of which so many words are kept. */
  PairIds(int width) {
    this.width = width;
    none = new long[PAGE * width];
    Arrays.fill(none, DROPPED);
    Arrays.fill(pages, none);
  }

  /** The id of a pair, a new one if it has none. */
  public int of(long first, long second) {
    int mask = slots.length - 1;
    int slot = hash(first, second) & mask;
    for (int id = slots[slot] - 1; id >= 0; id = slots[slot] - 1) {
      if (get(id, 0) == first && get(id, 1) == second) {
        return id;
      }
      slot = slot + 1 & mask;
    }
    int added = append(first, second);
    index(added);
    return added;
  }

  /** Adds an id, by which its pair is not found unless it is {@linkplain #index indexed}. */
  int append(long first, long second) {
    int page = size >>> PAGE_BITS;
    ensure(page);
    if (pages[page] == none) {
      pages[page] = new long[PAGE * width];
    }
    set(size, 0, first);
    set(size, 1, second);
    return size++;
  }

  /** Lets an id be found by its pair, of which there is no other one. */
  void index(int id) {
    if (2 * (filled + 1) > slots.length) {
      rebuild();
    }
    insert(id);
  }

  private void insert(int id) {
    int mask = slots.length - 1;
    int slot = hash(get(id, 0), get(id, 1)) & mask;
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = id + 1;
    filled++;
  }

  /* Without those that are not known any more. */
  private void rebuild() {
    int[] old = slots;
    int left = 0;
    for (int entry : old) {
      left += entry != 0 && isKnown(entry - 1) ? 1 : 0;
    }
    slots = new int[Math.max(INITIAL_SLOTS, HashCommon.nextPowerOfTwo(4 * left))];
    filled = 0;
    for (int entry : old) {
      if (entry != 0 && isKnown(entry - 1)) {
        insert(entry - 1);
      }
    }
  }

  private static int hash(long first, long second) {
    return (int) HashCommon.mix(first * 31 + HashCommon.mix(second));
  }

  /** Adds ids that stand for nothing, and returns the first one. They count as dropped. */
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
      int known = pages.length;
      pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * known));
      Arrays.fill(pages, known, pages.length, none);
      dropped = Arrays.copyOf(dropped, pages.length);
    }
  }

  /** A word of an id; -1 if it is not known any more. */
  long get(int id, int word) {
    return pages[id >>> PAGE_BITS][(id & PAGE - 1) * width + word];
  }

  /** Sets a word of an id that is known. */
  void set(int id, int word, long value) {
    pages[id >>> PAGE_BITS][(id & PAGE - 1) * width + word] = value;
  }

  /** The number of ids, those that have been dropped included. */
  public int size() {
    return size;
  }

  /** Drops an id, once: nobody asks for it or its pair any more. */
  public void drop(int id) {
    drop(id >>> PAGE_BITS, 1);
  }

  private void drop(int page, int count) {
    dropped[page] += count;
    if (dropped[page] == PAGE) {
      pages[page] = none;
    }
  }

  /** Whether the pair of an id is known: it is, unless the id has been dropped. */
  public boolean isKnown(int id) {
    return pages[id >>> PAGE_BITS] != none;
  }

  /** The first long of the pair of an id that is known. */
  public long first(int id) {
    return get(id, 0);
  }

  /** The second long of the pair of an id that is known. */
  public long second(int id) {
    return get(id, 1);
  }
}

package io.racedet.runtime.objects;

import io.racedet.runtime.spans.SpanAccesses;

/**
 * The objects that one thread has accessed last, with their numbers, and which of their fields need
 * no record for the rest of a span. So most objects are found without {@link IdentityTable}, and
 * most covered accesses without {@link SpanAccesses}. Not thread-safe.
 */
public final class RecentObjects {
  /* A table by identity hash, in which an object has two places, next to each other. The two words
   * of a place in another array are
   *
   *   | span:32 | block:32 |   | written:32 | read:32 |
   *
   * where a block is 32 fields with consecutive ids, each with its bit in the second word. */
  private static final int FEWEST = 16; // places
  private static final int MOST = 1 << 14;
  private static final int BLOCK_SHIFT = 5;
  private static final int BIT_MASK = (1 << BLOCK_SHIFT) - 1;
  private static final int NOWHERE = -1;
  private static final IdentityTable.Entry NONE = new IdentityTable.Entry(null, 0, 0);

  /* A direct-mapped table of instructions, of which an access was left out:
   *
   *   | instruction:32 | 0:17 | writes:1 | place of the last object:14 |
   */
  private static final int MIN_SITES = 16;
  private static final int MAX_SITES = 1 << 11;
  private static final int SITE_SHIFT = 32;
  private static final int PLACE_MASK = MOST - 1;
  private static final int WRITES = MOST;
  private static final long NO_SITE = Long.MIN_VALUE;

  private IdentityTable.Entry[] entries;
  private long[] covered; // two words a place
  private int replaced; // since the table has grown
  private long[] sites;
  private int replacedSites;
  private long span; // shifted

  /* The places of the last two objects. Reading the identity hash of a locked object costs several
   * times as much as the rest of a hook. */
  private int last;
  private int previous;

  public RecentObjects() {
    clear(FEWEST);
    clearSites(MIN_SITES);
  }

  private void clear(int size) {
    entries = new IdentityTable.Entry[size];
    for (int i = 0; i < size; i++) {
      entries[i] = NONE;
    }
    covered = new long[2 * size];
    replaced = 0;
    last = 0;
    previous = 0;
  }

  private void clearSites(int size) {
    sites = new long[size];
    for (int i = 0; i < size; i++) {
      sites[i] = NO_SITE;
    }
    replacedSites = 0;
  }

  /** A span begins, in which nothing is covered; its number is not 0. */
  public void begin(long number) {
    span = number << Integer.SIZE;
  }

  /** The number of an object, from here or from the table of all objects. */
  public IdentityTable.Entry entryOf(Object object, IdentityTable all) {
    int place = find(object);
    return place == NOWHERE ? add(object, all) : entries[place];
  }

  private IdentityTable.Entry add(Object object, IdentityTable all) {
    IdentityTable.Entry entry = all.entryOf(object);
    int place = place(object);
    if (entries[place] != NONE && entries[place ^ 1] != NONE && isCrowded()) {
      clear(2 * entries.length);
      place = place(object);
    }
    entries[place ^ 1] = entries[place];
    covered[2 * (place ^ 1)] = covered[2 * place];
    covered[2 * (place ^ 1) + 1] = covered[2 * place + 1];
    entries[place] = entry;
    covered[2 * place] = 0;
    found(place);
    return entry;
  }

  private boolean isCrowded() {
    return ++replaced > entries.length && entries.length < MOST;
  }

  private int find(Object object) {
    if (entries[last].refersTo(object)) {
      return last;
    }
    int place = previous;
    if (!entries[place].refersTo(object)) {
      place = placeOf(object);
      if (place == NOWHERE) {
        return NOWHERE;
      }
    }
    found(place);
    return place;
  }

  private int placeOf(Object object) {
    int place = place(object);
    if (entries[place].refersTo(object)) {
      return place;
    }
    return entries[place ^ 1].refersTo(object) ? place ^ 1 : NOWHERE;
  }

  private void found(int place) {
    previous = last;
    last = place;
  }

  private int place(Object object) {
    return System.identityHashCode(object) & entries.length - 1;
  }

  /**
   * From now on, an access to a field needs no record until the span ends.
   *
   * @param entry the number of the object, which has been found last
   * @param site the instruction of such an access, which was left out
   * @param coversWrites whether the accesses that need no record may be writes
   */
  public void cover(
      IdentityTable.Entry entry, int field, int site, boolean writes, boolean coversWrites) {
    if (entries[last] != entry) {
      return;
    }
    long block = span | field >>> BLOCK_SHIFT;
    if (covered[2 * last] != block) {
      covered[2 * last] = block;
      covered[2 * last + 1] = 0;
    }
    long read = 1L << (field & BIT_MASK);
    covered[2 * last + 1] |= coversWrites ? read | read << Integer.SIZE : read;
    long old = sites[site & sites.length - 1];
    if (old != NO_SITE
        && (int) (old >>> SITE_SHIFT) != site
        && ++replacedSites > sites.length
        && sites.length < MAX_SITES) {
      clearSites(2 * sites.length);
    }
    sites[site & sites.length - 1] = (long) site << SITE_SHIFT | (writes ? WRITES : 0) | last;
  }

  /** Whether an access is known to need no record. */
  public boolean covers(Object object, int field, int site) {
    long known = sites[site & sites.length - 1];
    if ((int) (known >>> SITE_SHIFT) != site) {
      return false;
    }
    int place = (int) known & PLACE_MASK;
    if (!entries[place].refersTo(object)) {
      place = placeOf(object);
      if (place == NOWHERE) {
        return false;
      }
      sites[site & sites.length - 1] = known & ~PLACE_MASK | place;
    }
    int bit = (field & BIT_MASK) + ((known & WRITES) != 0 ? Integer.SIZE : 0);
    return covered[2 * place] == (span | field >>> BLOCK_SHIFT)
        && (covered[2 * place + 1] >>> bit & 1) != 0;
  }
}

package io.racedet.runtime.memory;

/**
 * The objects that one thread has accessed last, with their numbers, and which of their fields need
 * no record for the rest of a span. So most objects are found without {@link IdentityTable}, and
 * most covered accesses without {@link SpanAccesses}. Not thread-safe.
 */
public final class RecentObjects {
  /* A direct-mapped table by identity hash. The two words of a place are
   *
   *   | span:32 | block:32 |   | written:32 | read:32 |
   *
   * where a block is 32 fields with consecutive ids, each with its bit in the second word. */
  private static final int FEWEST = 16; // places
  private static final int MOST = 1 << 13;
  private static final int SITES = 32;
  private static final int BLOCK_SHIFT = 5;
  private static final int BIT_MASK = (1 << BLOCK_SHIFT) - 1;
  private static final int NOWHERE = -1;
  private static final IdentityTable.Entry NONE = new IdentityTable.Entry(null, 0, 0);

  private IdentityTable.Entry[] entries;
  private long[] blocks;
  private long[] covered;
  private int replaced; // since the table has grown

  /* The places of the last two objects, and of the last one of an instruction. Reading the identity
   * hash of a locked object costs several times as much as the rest of a hook. */
  private int last;
  private int previous;
  private final int[] bySite = new int[SITES];

  /** Knows no object yet. */
  public RecentObjects() {
    clear(FEWEST);
  }

  private void clear(int size) {
    entries = new IdentityTable.Entry[size];
    for (int i = 0; i < size; i++) {
      entries[i] = NONE;
    }
    blocks = new long[size];
    covered = new long[size];
    replaced = 0;
    last = 0;
    previous = 0;
    for (int i = 0; i < SITES; i++) {
      bySite[i] = 0;
    }
  }

  /** The number of an object, from here or from the table of all objects. */
  public IdentityTable.Entry entryOf(Object object, int site, IdentityTable all) {
    int place = find(object, site);
    return place == NOWHERE ? add(object, site, all) : entries[place];
  }

  private IdentityTable.Entry add(Object object, int site, IdentityTable all) {
    IdentityTable.Entry entry = all.entryOf(object);
    int place = place(object);
    if (entries[place] != NONE && ++replaced > entries.length && entries.length < MOST) {
      clear(2 * entries.length);
      place = place(object);
    }
    entries[place] = entry;
    blocks[place] = 0;
    found(place, site);
    return entry;
  }

  private int find(Object object, int site) {
    if (entries[last].refersTo(object)) {
      return last;
    }
    int place = previous;
    if (!entries[place].refersTo(object)) {
      place = bySite[site & SITES - 1];
      if (!entries[place].refersTo(object)) {
        place = place(object);
        if (!entries[place].refersTo(object)) {
          return NOWHERE;
        }
      }
    }
    found(place, site);
    return place;
  }

  private void found(int place, int site) {
    previous = last;
    last = place;
    bySite[site & SITES - 1] = place;
  }

  private int place(Object object) {
    return System.identityHashCode(object) & entries.length - 1;
  }

  /**
   * From now on, an access of a field needs no record until the span ends.
   *
   * @param entry the number of the object, which has been found last
   * @param field the field
   * @param write whether the accesses that need none may be writes
   * @param span the number of the span, not 0
   */
  public void cover(IdentityTable.Entry entry, int field, boolean write, long span) {
    if (entries[last] != entry) {
      return;
    }
    long block = block(field, span);
    if (blocks[last] != block) {
      blocks[last] = block;
      covered[last] = 0;
    }
    long read = 1L << (field & BIT_MASK);
    covered[last] |= write ? read | read << Integer.SIZE : read;
  }

  /**
   * Whether an access is known to need no record.
   *
   * @param object the object
   * @param field the field
   * @param site the instruction
   * @param write whether it writes
   * @param span the number of the span
   */
  public boolean covers(Object object, int field, int site, boolean write, long span) {
    int place = find(object, site);
    return place != NOWHERE
        && blocks[place] == block(field, span)
        && (covered[place] >>> (field & BIT_MASK) + (write ? Integer.SIZE : 0) & 1) != 0;
  }

  private static long block(int field, long span) {
    return span << Integer.SIZE | field >>> BLOCK_SHIFT;
  }
}

package io.racedet.runtime.memory;

import java.lang.ref.WeakReference;

/**
 * Assigns each object a number, from 1, without keeping the object alive. Numbers are never reused.
 * Lookups take no lock; adding an object takes the lock of its segment. Thread-safe.
 */
public final class IdentityTable {
  /** The number of one object. The referent is compared with {@code refersTo} only. */
  public static final class Entry extends WeakReference<Object> {
    final int hash;
    public final long id;

    Entry(Object referent, int hash, long id) {
      super(referent);
      this.hash = hash;
      this.id = id;
    }
  }

  private static final int SEGMENT_BITS = 4;
  private static final int INITIAL_SLOTS = 64;

  private final Segment[] segments = new Segment[1 << SEGMENT_BITS];
  private final ObjectShapes shapes = new ObjectShapes();

  public IdentityTable() {
    for (int i = 0; i < segments.length; i++) {
      segments[i] = new Segment(shapes);
    }
  }

  public Entry entryOf(Object object) {
    int hash = System.identityHashCode(object) * 0x9E3779B9;
    return segments[hash >>> 32 - SEGMENT_BITS].entryOf(object, hash);
  }

  public ObjectShapes shapes() {
    return shapes;
  }

  /** Open addressing with linear probing; grows by rebuilding, which drops dead objects. */
  private static final class Segment {
    private final ObjectShapes shapes;
    private Entry[] slots = new Entry[INITIAL_SLOTS];
    private int filled;

    Segment(ObjectShapes shapes) {
      this.shapes = shapes;
    }

    /* A racing reader may see an old array or an entry without its referent; both lead to the slow
     * path, which searches again under the lock. An entry's id is final, so a match is never wrong. */
    Entry entryOf(Object object, int hash) {
      Entry[] table = slots;
      int mask = table.length - 1;
      for (int i = hash & mask; ; i = i + 1 & mask) {
        Entry entry = table[i];
        if (entry == null) {
          return entryOfNew(object, hash);
        }
        if (entry.hash == hash && entry.refersTo(object)) {
          return entry;
        }
      }
    }

    private synchronized Entry entryOfNew(Object object, int hash) {
      int mask = slots.length - 1;
      int i = hash & mask;
      for (Entry entry = slots[i]; entry != null; entry = slots[i]) {
        if (entry.hash == hash && entry.refersTo(object)) {
          return entry;
        }
        i = i + 1 & mask;
      }
      Entry added = new Entry(object, hash, shapes.add(object));
      slots[i] = added;
      if (++filled > mask >> 1) {
        rebuild();
      }
      return added;
    }

    private void rebuild() {
      int live = 0;
      for (Entry entry : slots) {
        if (entry != null && !entry.refersTo(null)) {
          live++;
        }
      }
      int size = INITIAL_SLOTS;
      while (size < 4 * live) {
        size <<= 1;
      }
      Entry[] rebuilt = new Entry[size];
      int kept = 0;
      for (Entry entry : slots) {
        if (entry != null && !entry.refersTo(null)) {
          int i = entry.hash & size - 1;
          while (rebuilt[i] != null) {
            i = i + 1 & size - 1;
          }
          rebuilt[i] = entry;
          kept++;
        }
      }
      filled = kept;
      slots = rebuilt;
    }
  }
}

package io.racedet.runtime.objects;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/**
 * Assigns each object a positive number, without keeping the object alive. Numbers are never
 * reused. Lookups take no lock; adding an object takes the lock of its segment. Thread-safe.
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

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Entry[].class);
  private static final int SEGMENT_BITS = 6;
  private static final int INITIAL_SLOTS = 16;

  /** Spreads the bits of an identity hash, without making one hash of two. */
  private static final int SPREAD = 0x9E3779B9;

  private final Segment[] segments = new Segment[1 << SEGMENT_BITS];
  private final ObjectShapes shapes = new ObjectShapes();

  public IdentityTable() {
    for (int i = 0; i < segments.length; i++) {
      segments[i] = new Segment(shapes);
    }
  }

  public Entry entryOf(Object object) {
    int hash = System.identityHashCode(object) * SPREAD;
    return segments[hash >>> 32 - SEGMENT_BITS].entryOf(object, hash);
  }

  /**
   * The number of a live object of which the class and the identity hash are known, as thread dumps
   * have them; 0 if it has none.
   */
  public long numberOf(String className, int identityHash) {
    int hash = identityHash * SPREAD;
    return segments[hash >>> 32 - SEGMENT_BITS].numberOf(className, hash);
  }

  /** How many numbers were taken so far: all of them are smaller than those that follow. */
  public long taken() {
    return shapes.taken();
  }

  /**
   * The numbers of objects that have been collected, since the first one: those that no object has,
   * and none will get, but for those that the calling thread could not know yet. Each segment is
   * locked in turn, for a time that is linear in its objects.
   */
  public NumberSet collected() {
    NumberSet collected = NumberSet.upTo(taken());
    for (Segment segment : segments) {
      segment.removeLive(collected);
    }
    return collected;
  }

  public ObjectShapes shapes() {
    return shapes;
  }

  /** Open addressing with linear probing; grows by rebuilding, which drops dead objects. */
  private static final class Segment {
    private final ObjectShapes shapes;
    private volatile Entry[] slots = new Entry[INITIAL_SLOTS];
    private int filled;
    private long nextId;
    private int left; // numbers of the block

    Segment(ObjectShapes shapes) {
      this.shapes = shapes;
    }

    /* A racing reader may see an old array, which leads to the slow path, which searches again under
     * the lock. Who sees an entry sees the shape of its object. */
    Entry entryOf(Object object, int hash) {
      Entry[] table = slots;
      int mask = table.length - 1;
      for (int i = hash & mask; ; i = i + 1 & mask) {
        Entry entry = (Entry) SLOT.getAcquire(table, i);
        if (entry == null) {
          return entryOfNew(object, hash);
        }
        if (entry.hash == hash && entry.refersTo(object)) {
          return entry;
        }
      }
    }

    long numberOf(String className, int hash) {
      Entry[] table = slots;
      int mask = table.length - 1;
      for (int i = hash & mask; ; i = i + 1 & mask) {
        Entry entry = (Entry) SLOT.getAcquire(table, i);
        if (entry == null) {
          return 0;
        }
        if (entry.hash == hash && !entry.refersTo(null)) {
          if (className.equals(classNameOf(entry.id))) {
            return entry.id;
          }
        }
      }
    }

    /* Null for a number that is not in use. */
    private String classNameOf(long id) {
      Class<?> type = shapes.typeOf(id);
      boolean isClass = shapes.lengthOf(id) == ObjectShapes.CLASS;
      return type == null ? null : isClass ? Class.class.getName() : type.getName();
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
      Entry added = new Entry(object, hash, number(object));
      SLOT.setRelease(slots, i, added);
      if (++filled > mask >> 1) {
        rebuild();
      }
      return added;
    }

    private long number(Object object) {
      if (left == 0) {
        nextId = shapes.takeBlock();
        left = ObjectShapes.BLOCK;
      }
      left--;
      shapes.set(nextId, object);
      return nextId++;
    }

    synchronized void removeLive(NumberSet numbers) {
      for (Entry entry : slots) {
        if (entry != null && !entry.refersTo(null)) {
          numbers.remove(entry.id);
        }
      }
      for (int i = 0; i < left; i++) {
        numbers.remove(nextId + i); // for objects to come
      }
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

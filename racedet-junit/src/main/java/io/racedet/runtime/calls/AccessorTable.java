package io.racedet.runtime.calls;

import java.lang.ref.WeakReference;

/**
 * The fields of the accessors seen so far, by identity. Accessors are few and live long, so the
 * table is copied for each new one. Thread-safe; a lookup takes no lock.
 */
public final class AccessorTable {
  private static final int INITIAL_SLOTS = 64;

  /** One accessor: an object, or a class with the offset of a field in its instances. */
  private static final class Entry extends WeakReference<Object> {
    final int hash;
    final long offset;
    final int field;
    final long flags;

    Entry(Object accessor, int hash, long offset, int field, long flags) {
      super(accessor);
      this.hash = hash;
      this.offset = offset;
      this.field = field;
      this.flags = flags;
    }
  }

  /** Marks the field of {@link #find} as declared volatile. */
  public static final long VOLATILE = 1L << 32;

  /** Marks the variable of {@link #find} as one that the accessor may access, besides others. */
  public static final long ADAPTED = 1L << 33;

  /** Not in the table. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  /** In place of an offset: the accessor itself determines the field. */
  public static final long NO_OFFSET = -1;

  /** In place of an offset: asks for the layout of an array class instead of a field. */
  public static final long LAYOUT = -2;

  private volatile Entry[] slots = new Entry[INITIAL_SLOTS];
  private int filled;

  private static int hash(Object accessor, long offset) {
    return (System.identityHashCode(accessor) + 31 * (int) offset) * 0x9E3779B9;
  }

  /** The field in the low half, with the flags that it was added with; or {@link #UNKNOWN}. */
  public long find(Object accessor, long offset) {
    Entry[] table = slots;
    int hash = hash(accessor, offset);
    for (int i = hash >>> 8 & table.length - 1; ; i = i + 1 & table.length - 1) {
      Entry entry = table[i];
      if (entry == null) {
        return UNKNOWN;
      }
      if (entry.hash == hash && entry.offset == offset && entry.refersTo(accessor)) {
        return entry.field & 0xFFFF_FFFFL | entry.flags;
      }
    }
  }

  public synchronized void add(Object accessor, long offset, int field, long flags) {
    if (find(accessor, offset) != UNKNOWN) {
      return;
    }
    Entry[] old = slots;
    Entry[] table = new Entry[2 * filled < old.length ? old.length : 2 * old.length];
    filled = 0;
    for (Entry entry : old) {
      if (entry != null && !entry.refersTo(null)) {
        put(table, entry);
      }
    }
    put(table, new Entry(accessor, hash(accessor, offset), offset, field, flags));
    slots = table;
  }

  private void put(Entry[] table, Entry entry) {
    int i = entry.hash >>> 8 & table.length - 1;
    while (table[i] != null) {
      i = i + 1 & table.length - 1;
    }
    table[i] = entry;
    filled++;
  }
}

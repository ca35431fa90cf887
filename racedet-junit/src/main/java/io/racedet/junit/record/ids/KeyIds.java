package io.racedet.junit.record.ids;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/**
 * Dense ids of the keys of objects, in the order of first use. The keys of an object are in a list,
 * so that objects which are used together are together in memory, as long as their numbers are
 * close; those of an object with many keys are in a hash table. Not thread-safe.
 */
public final class KeyIds {
  private static final int INITIAL = 64;
  private static final int NONE = -1;

  /** The number of keys from which on the table has those of an object. */
  static final int LONGEST_LIST = 16;

  private long[] objects = new long[INITIAL];
  private long[] keys = new long[INITIAL];
  private int[] next = new int[INITIAL]; // in the list, or NONE
  private int size;

  /* The first id of the list plus one; NONE for an object in the table. */
  private final NumberedInts lists = new NumberedInts();

  /* Ids plus one, 0 for a free slot; at most half full. */
  private int[] slots = new int[2 * INITIAL];
  private int inTable;

  /** Starts without ids. */
  public KeyIds() {}

  /** The id of a key of an object, a new one if it has none. */
  public int of(long object, long key) {
    int first = lists.get(object);
    if (first == NONE) {
      return inTable(object, key);
    }
    int length = 0;
    for (int id = first - 1; id >= 0; id = next[id]) {
      if (keys[id] == key) {
        return id;
      }
      length++;
    }
    if (length == LONGEST_LIST) {
      move(object, first - 1);
      return inTable(object, key);
    }
    int added = add(object, key);
    next[added] = first - 1;
    lists.set(object, added + 1);
    return added;
  }

  private int add(long object, long key) {
    if (size == objects.length) {
      objects = Arrays.copyOf(objects, 2 * size);
      keys = Arrays.copyOf(keys, 2 * size);
      next = Arrays.copyOf(next, 2 * size);
    }
    objects[size] = object;
    keys[size] = key;
    next[size] = NONE;
    return size++;
  }

  private void move(long object, int first) {
    for (int id = first; id >= 0; id = next[id]) {
      insert(slot(object, keys[id]), id);
    }
    lists.set(object, NONE);
  }

  private int inTable(long object, long key) {
    int slot = slot(object, key);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    int added = add(object, key);
    insert(slot, added);
    return added;
  }

  /* The slot of the key, or the free one where it belongs. */
  private int slot(long object, long key) {
    int mask = slots.length - 1;
    int slot = (int) HashCommon.mix(object * 31 + HashCommon.mix(key)) & mask;
    for (int id = slots[slot] - 1; id >= 0; id = slots[slot] - 1) {
      if (objects[id] == object && keys[id] == key) {
        return slot;
      }
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void insert(int slot, int id) {
    slots[slot] = id + 1;
    if (2 * ++inTable > slots.length) {
      int[] old = slots;
      slots = new int[2 * old.length];
      for (int entry : old) {
        if (entry != 0) {
          slots[slot(objects[entry - 1], keys[entry - 1])] = entry;
        }
      }
    }
  }

  /** The number of ids. */
  public int size() {
    return size;
  }

  /** The object of an id. */
  public long object(int id) {
    return objects[id];
  }

  /** The key of an id. */
  public long key(int id) {
    return keys[id];
  }
}

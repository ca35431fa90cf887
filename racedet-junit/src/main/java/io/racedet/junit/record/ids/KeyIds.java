package io.racedet.junit.record.ids;

import java.util.function.LongPredicate;

/**
 * Dense ids of the keys of objects, in the order of first use. The keys of an object are in a list,
 * so that objects which are used together are together in memory, as long as their numbers are
 * close; those of an object with many keys are in a hash table. Others may reserve ids between
 * them. Not thread-safe.
 */
public final class KeyIds {
  private static final int OBJECT = 0;
  private static final int KEY = 1;
  private static final int NEXT = 2; // in the list, or NONE
  private static final int NONE = -1;

  /** The number of keys from which on the table has those of an object. */
  static final int MAX_LIST_LENGTH = 16;

  private final IdWords words = new IdWords(3);

  /* The first id of the list plus one; NONE for an object in the table. */
  private final NumberedInts lists = new NumberedInts();
  private final IdSlots table = new IdSlots(words);

  /** Starts without ids. */
  public KeyIds() {}

  /** The id of a key of an object, a new one if it has none. */
  public int of(long object, long key) {
    int first = lists.get(object);
    if (first == NONE) {
      return inTable(object, key);
    }
    int length = 0;
    for (int id = first - 1; id >= 0; id = (int) words.get(id, NEXT)) {
      if (words.get(id, KEY) == key) {
        return id;
      }
      length++;
    }
    if (length == MAX_LIST_LENGTH) {
      move(object, first - 1);
      return inTable(object, key);
    }
    int added = add(object, key);
    words.set(added, NEXT, first - 1L);
    lists.set(object, added + 1);
    return added;
  }

  private int add(long object, long key) {
    int added = words.add();
    words.set(added, OBJECT, object);
    words.set(added, KEY, key);
    words.set(added, NEXT, NONE);
    return added;
  }

  private void move(long object, int first) {
    for (int id = first; id >= 0; id = (int) words.get(id, NEXT)) {
      table.add(id);
    }
    lists.set(object, NONE);
  }

  private int inTable(long object, long key) {
    int known = table.find(object, key);
    if (known != IdSlots.NONE) {
      return known;
    }
    int added = add(object, key);
    table.add(added);
    return added;
  }

  /** Reserves consecutive ids for something else, and returns the first one. */
  public int reserve(int count) {
    return words.skip(count);
  }

  /** The number of ids, those that are reserved included. */
  public int size() {
    return words.size();
  }

  /** Drops the lists of objects, whose keys nobody asks for any more. */
  public void forget(LongPredicate objects) {
    lists.forget(objects);
  }

  /** Drops an id, once, of an object that is forgotten. */
  public void drop(int id) {
    words.drop(id);
  }

  /** Whether the object and the key of an id are known: they are, unless it has been dropped. */
  public boolean isKnown(int id) {
    return !words.isLost(id);
  }

  /** The object of an id that is known. */
  public long object(int id) {
    return words.get(id, OBJECT);
  }

  /** The key of an id that is known. */
  public long key(int id) {
    return words.get(id, KEY);
  }
}

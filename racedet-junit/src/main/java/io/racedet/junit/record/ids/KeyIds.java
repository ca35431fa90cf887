package io.racedet.junit.record.ids;

import java.util.function.LongPredicate;

/**
 * Dense ids of the keys of objects, in the order of first use. The keys of an object are in a list,
 * so that objects which are used together are together in memory, as long as their numbers are
 * close; those of an object with many keys are in a hash table. Others may reserve ids between
 * them. Not thread-safe.
 */
public final class KeyIds {
  private static final int NEXT = 2; // the word of an id that is the next one in its list, or NONE
  private static final int NONE = PairIds.NONE;

  /** The number of keys from which on the table has those of an object. */
  static final int MAX_LIST_LENGTH = 16;

  private final PairIds ids = new PairIds(NEXT + 1); // finds those of objects with many keys

  /* The first id of the list plus one; NONE for an object in the table. */
  private final NumberedInts lists = new NumberedInts();

  /** The id of a key of an object, a new one if it has none. */
  public int of(long object, long key) {
    int first = lists.get(object);
    if (first == NONE) {
      return ids.of(object, key);
    }
    int length = 0;
    for (int id = first - 1; id >= 0; id = (int) ids.get(id, NEXT)) {
      if (ids.second(id) == key) {
        return id;
      }
      length++;
    }
    if (length == MAX_LIST_LENGTH) {
      move(object, first - 1);
      return ids.of(object, key);
    }
    int added = ids.append(object, key);
    ids.set(added, NEXT, first - 1L);
    lists.set(object, added + 1);
    return added;
  }

  private void move(long object, int first) {
    for (int id = first; id >= 0; id = (int) ids.get(id, NEXT)) {
      ids.index(id);
    }
    lists.set(object, NONE);
  }

  /** Reserves consecutive ids for something else, and returns the first one. */
  public int reserve(int count) {
    return ids.skip(count);
  }

  /** The number of ids, those that are reserved included. */
  public int size() {
    return ids.size();
  }

  /** Drops the lists of objects, whose keys nobody asks for any more. */
  public void forget(LongPredicate objects) {
    lists.forget(objects);
  }

  /** Drops an id, once, of an object that is forgotten. */
  public void drop(int id) {
    ids.drop(id);
  }

  /** Whether the object and the key of an id are known: they are, unless it has been dropped. */
  public boolean isKnown(int id) {
    return ids.isKnown(id);
  }

  /** The object of an id that is known. */
  public long object(int id) {
    return ids.first(id);
  }

  /** The key of an id that is known. */
  public long key(int id) {
    return ids.second(id);
  }
}

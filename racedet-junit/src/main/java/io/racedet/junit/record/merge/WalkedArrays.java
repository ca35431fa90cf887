package io.racedet.junit.record.merge;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/** The arrays over which threads have walked, each with the lowest and highest element of that. */
final class WalkedArrays {
  private final Long2LongOpenHashMap bounds =
      new Long2LongOpenHashMap(); // the lowest in the high half

  /** Adds a record, which may be that of a walk. */
  void add(LogCursor at) {
    if (!at.isWalk()) {
      return;
    }
    int low = Math.min(at.firstElement(), at.lastElement());
    int high = Math.max(at.firstElement(), at.lastElement());
    if (bounds.containsKey(at.object())) {
      low = Math.min(low, lowest(at.object()));
      high = Math.max(high, highest(at.object()));
    }
    bounds.put(at.object(), (long) low << Integer.SIZE | high);
  }

  boolean isEmpty() {
    return bounds.isEmpty();
  }

  /** Whether a key is that of an element between the lowest and the highest one. */
  boolean contains(long object, long key) {
    return bounds.containsKey(object) && key >= lowest(object) && key <= highest(object);
  }

  /** The lowest element of an array that has been walked over. */
  int lowest(long array) {
    return (int) (bounds.get(array) >>> Integer.SIZE);
  }

  /** The highest element of an array that has been walked over. */
  int highest(long array) {
    return (int) bounds.get(array);
  }
}

package io.racedet.junit.record.merge;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Determines which arrays with range accesses are used by more than one thread. A range of an array
 * that only one thread uses is not expanded into an event for each element.
 */
final class RangeUsers {
  private static final int NO_THREAD = -1;
  private static final int SEVERAL = -2;

  private final Long2IntOpenHashMap users = new Long2IntOpenHashMap();

  RangeUsers() {
    users.defaultReturnValue(SEVERAL);
  }

  void add(LogCursor at) {
    if (at.isRange() && at.isOfArray()) {
      users.put(at.object(), NO_THREAD);
    }
  }

  boolean isEmpty() {
    return users.isEmpty();
  }

  /** Adds a thread that uses an object; all ranges have been added. */
  void use(long object, int slot) {
    int user = users.get(object);
    if (user != SEVERAL && user != slot) {
      users.put(object, user == NO_THREAD ? slot : SEVERAL);
    }
  }

  /** Whether several threads use an array. */
  boolean areSeveral(long array) {
    return users.get(array) == SEVERAL;
  }
}

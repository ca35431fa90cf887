package io.racedet.runtime;

/**
 * The calls of libraries that one thread has recorded last. A further one on the same object tells
 * nothing new before the thread synchronises with others again. Not thread-safe.
 */
final class RecentCalls {
  private static final int PLACES = 16;

  private final long[] objects = new long[PLACES];
  private final long[] syncs = new long[PLACES]; // | how many:63 | writes:1 |

  /**
   * Notes a call; returns whether it has to be recorded.
   *
   * @param known how often the thread has synchronised so far
   */
  boolean isNew(long object, boolean writes, long known) {
    int place = (int) object & PLACES - 1;
    long last = syncs[place];
    if (objects[place] == object && last >>> 1 == known && (!writes || (last & 1) != 0)) {
      return false;
    }
    objects[place] = object;
    syncs[place] = known << 1 | (writes ? 1 : 0);
    return true;
  }
}

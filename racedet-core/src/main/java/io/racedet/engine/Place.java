package io.racedet.engine;

import io.racedet.race.RacePoint;

/**
 * An access in two words: when and by whom, and where.
 *
 * <pre>
 * time    | 0:1 | thread:23 | index:40 |
 * place   | context:32 | location:32 |
 * </pre>
 *
 * Time 0 is no access, since indices start at 1.
 */
final class Place {
  private static final int INDEX_BITS = 40;
  private static final long INDEX_MASK = (1L << INDEX_BITS) - 1;

  private Place() {}

  static long time(int thread, long index) {
    return (long) thread << INDEX_BITS | index;
  }

  static int thread(long time) {
    return (int) (time >>> INDEX_BITS);
  }

  static long index(long time) {
    return time & INDEX_MASK;
  }

  static long place(int context, int location) {
    return (long) context << Integer.SIZE | location & 0xFFFF_FFFFL;
  }

  static int context(long place) {
    return (int) (place >>> Integer.SIZE);
  }

  static int location(long place) {
    return (int) place;
  }

  static RacePoint point(long time, long place, boolean atomic) {
    return new RacePoint(index(time), context(place), location(place), atomic);
  }
}

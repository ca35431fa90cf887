package io.racedet.compressed.summary;

import io.racedet.clock.HappensBeforeRules.Place;

/**
 * A carrier of order between stretches of a trace, as one number: a thread, or a channel between
 * threads. A lock is two channels, one for each mode of its releases.
 */
public final class Symbol {
  private static final int KINDS = Place.values().length;

  private Symbol() {}

  static int of(Place place, int id) {
    return KINDS * id + place.ordinal();
  }

  public static int thread(int thread) {
    return of(Place.THREAD, thread);
  }

  public static boolean isThread(int symbol) {
    return symbol % KINDS == Place.THREAD.ordinal();
  }

  static boolean isExclusive(int symbol) {
    return symbol % KINDS == Place.EXCLUSIVE.ordinal();
  }

  /** The id of the thread, lock, sync variable or channel. */
  public static int id(int symbol) {
    return symbol / KINDS;
  }
}

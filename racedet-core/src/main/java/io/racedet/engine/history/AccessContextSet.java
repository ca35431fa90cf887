package io.racedet.engine.history;

import java.util.Arrays;

/** A set of places that is emptied in no time. */
final class AccessContextSet {
  private static final int LEAST = 64;
  private static final int MIX = 0x9E37_79B9;

  private long[] places = new long[LEAST];
  private int[] rounds = new int[LEAST]; // the round in which the place beside it was added
  private int round;

  /** Empties the set and makes room. */
  void begin(int most) {
    if (most > places.length / 2) {
      int length = Math.max(2 * LEAST, Integer.highestOneBit(most) << 2);
      places = new long[length];
      rounds = new int[length];
      round = 0;
    }
    if (++round == Integer.MAX_VALUE) {
      Arrays.fill(rounds, 0);
      round = 1;
    }
  }

  /** Adds a place; returns whether it was not there. */
  boolean add(long place) {
    int mask = places.length - 1;
    int mixed = (int) (place ^ place >>> Integer.SIZE) * MIX;
    int at = (mixed ^ mixed >>> Short.SIZE) & mask;
    while (rounds[at] == round) {
      if (places[at] == place) {
        return false;
      }
      at = at + 1 & mask;
    }
    places[at] = place;
    rounds[at] = round;
    return true;
  }
}

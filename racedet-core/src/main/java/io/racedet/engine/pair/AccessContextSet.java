package io.racedet.engine.pair;

import it.unimi.dsi.fastutil.HashCommon;

/** A set of {@link io.racedet.race.AccessContext} words that is cleared in constant time. */
final class AccessContextSet {
  private static final int LEAST = 64;

  private long[] details = new long[LEAST];
  private long[] rounds = new long[LEAST]; // by index: the round in which the word was added
  private long round;

  /** Empties the set and makes room. */
  void begin(int most) {
    if (most > details.length / 2) {
      int length = Math.max(2 * LEAST, Integer.highestOneBit(most) << 2);
      details = new long[length];
      rounds = new long[length];
      round = 0;
    }
    round++;
  }

  /** Adds a word; returns whether it was not in the set. */
  boolean add(long detail) {
    int mask = details.length - 1;
    int at = (int) HashCommon.mix(detail) & mask;
    while (rounds[at] == round) {
      if (details[at] == detail) {
        return false;
      }
      at = at + 1 & mask;
    }
    details[at] = detail;
    rounds[at] = round;
    return true;
  }
}

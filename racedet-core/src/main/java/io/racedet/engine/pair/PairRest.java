package io.racedet.engine.pair;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What there is of the accesses to variables and segments beside the newest write and read, for
 * those that have more. Not thread-safe.
 */
final class PairRest {
  /** The position of no accesses; its words are 0, and are not changed. */
  static final int NOTHING = 0;

  /* For the writes, and for the reads at PairStates.READS: a row of the accesses that no later one
   * is ordered after, except for the newest one; a row of superseded ones. */
  /** The row of other accesses. */
  static final int OTHERS = 0;

  /** The row of superseded accesses. */
  static final int EDGES = 1;

  private static final int WORDS = 4;

  /** The words of a view: the rows, and of which kinds accesses were dropped. */
  static final int VIEW = WORDS + 1;

  private static final int INITIAL = 64;
  private static final int LONGEST = Integer.MAX_VALUE - Long.SIZE;

  private final PairRows rows;
  private long[] words = new long[INITIAL * WORDS];
  private int used = WORDS;
  private int released; // the first one that is released, linked by first words
  private int inUse;
  private final IntOpenHashSet incomplete = new IntOpenHashSet(); // positions of kinds

  PairRest(PairRows rows) {
    this.rows = rows;
  }

  /** The array of all, until the next call of {@link #acquire}. */
  long[] words() {
    return words;
  }

  /** How many there are. */
  int inUse() {
    return inUse;
  }

  /** Returns a new position without accesses. */
  int acquire() {
    inUse++;
    int at = released;
    if (at != NOTHING) {
      released = (int) words[at];
      words[at] = 0;
      return at;
    }
    if (used + WORDS > words.length) {
      grow();
    }
    at = used;
    used += WORDS;
    return at;
  }

  private void grow() {
    if (used + WORDS > LONGEST) {
      throw new OutOfMemoryError("more than 2^31 words of accesses to variables");
    }
    int length = (int) Math.min(LONGEST & -WORDS, words.length * 3L / 2 & -WORDS);
    words = LongArrays.forceCapacity(words, length, used);
  }

  /** Releases a position and its rows. */
  void release(int at) {
    if (at == NOTHING) {
      return;
    }
    for (int i = at; i < at + WORDS; i++) {
      rows.release(words[i]);
      incomplete.remove(i);
    }
    Arrays.fill(words, at, at + WORDS, 0);
    words[at] = released;
    released = at;
    inUse--;
  }

  /** Loads what is at a position into the cache. */
  long touch(int at) {
    long[] w = words;
    return rows.touch(w[at + EDGES]) + rows.touch(w[at + PairStates.READS + EDGES]);
  }

  /**
   * Returns the position of a copy of that of a segment, as a variable has it.
   *
   * @param distance that of the variable from the first one
   * @param bits those of the detail words to keep
   */
  int copy(int at, int distance, long bits) {
    if (at == NOTHING) {
      return NOTHING;
    }
    int copy = acquire();
    for (int i = 0; i < WORDS; i++) {
      words[copy + i] = rows.copy(words[at + i], distance, bits);
      if (isIncomplete(at + i)) {
        incomplete.add(copy + i);
      }
    }
    return copy;
  }

  /** Whether superseded accesses of a kind have been dropped. */
  boolean isIncomplete(int atKind) {
    return !incomplete.isEmpty() && incomplete.contains(atKind);
  }

  /** Notes that superseded accesses of a kind were dropped. */
  void setIncomplete(int atKind) {
    incomplete.add(atKind);
  }

  /** Views what is at a position. */
  void view(int at, long[] view, int from) {
    System.arraycopy(words, at, view, from, WORDS);
    int dropped = isIncomplete(at + PairStates.WRITES) ? 1 : 0;
    view[from + WORDS] = isIncomplete(at + PairStates.READS) ? dropped + 2 : dropped;
  }

  /** Marks the contexts of all accesses. */
  void markContexts(int at, BitSet live) {
    if (at != NOTHING) {
      for (int i = at; i < at + WORDS; i++) {
        rows.markContexts(words[i], live);
      }
    }
  }
}

package io.racedet.engine.history;

import java.util.Arrays;

/**
 * A set of variables, a bit for each. Unlike {@code java.util.BitSet} it costs the same while that
 * class is instrumented, as it is in a JVM that records tests. Not thread-safe.
 */
public final class VariableSet {
  private static final int WORD_SHIFT = 6;
  private static final int NONE = -1;

  private long[] words = {};

  /** Creates an empty set. */
  public VariableSet() {}

  /** Whether a variable is in the set. */
  public boolean contains(int variable) {
    int at = variable >> WORD_SHIFT;
    return at < words.length && (words[at] >>> variable & 1) != 0;
  }

  /** Adds variables. */
  public void add(int first, int last) {
    int end = (last >> WORD_SHIFT) + 1;
    if (end > words.length) {
      words = Arrays.copyOf(words, Math.max(end, words.length + (words.length >> 1)));
    }
    for (int at = first >> WORD_SHIFT; at < end; at++) {
      words[at] |= bits(at, first, last);
    }
  }

  /** Removes variables. */
  public void remove(int first, int last) {
    int end = Math.min((last >> WORD_SHIFT) + 1, words.length);
    for (int at = first >> WORD_SHIFT; at < end; at++) {
      words[at] &= ~bits(at, first, last);
    }
  }

  /* Those of some variables in one word, which has at least one of them. */
  private static long bits(int word, int first, int last) {
    long from = word == first >> WORD_SHIFT ? -1L << first : -1L;
    long to = word == last >> WORD_SHIFT ? -1L >>> ~last : -1L;
    return from & to;
  }

  /** The lowest variable of the set from one on, -1 for none. */
  public int next(int from) {
    int at = from >> WORD_SHIFT;
    if (at >= words.length) {
      return NONE;
    }
    long word = words[at] & -1L << from;
    while (word == 0) {
      if (++at == words.length) {
        return NONE;
      }
      word = words[at];
    }
    return (at << WORD_SHIFT) + Long.numberOfTrailingZeros(word);
  }

  /** The highest variable of the set up to one, -1 for none. */
  public int previous(int from) {
    int at = from >> WORD_SHIFT;
    long word;
    if (at < words.length) {
      word = words[at] & -1L >>> ~from;
    } else {
      at = words.length;
      word = 0;
    }
    while (word == 0) {
      if (--at < 0) {
        return NONE;
      }
      word = words[at];
    }
    return (at << WORD_SHIFT) + Long.SIZE - 1 - Long.numberOfLeadingZeros(word);
  }
}

package io.racedet.engine.history;

import java.util.Arrays;

/**
 * A set of variables, a bit for each. Unlike {@code java.util.BitSet} it costs the same while that
 * class is instrumented, as it is in a JVM that records tests. Not thread-safe.
 */
public final class VariableSet {
  private static final int WORD_SHIFT = 6;

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

  /** The lowest variable of the set from one on, up to another one; the one after that for none. */
  public int next(int from, int last) {
    int at = from >> WORD_SHIFT;
    int end = Math.min(last >> WORD_SHIFT, words.length - 1);
    long mask = -1L << from;
    while (at <= end && (words[at] & mask) == 0) {
      at++;
      mask = -1L;
    }
    return at > end
        ? last + 1
        : Math.min(last + 1, first(at) + Long.numberOfTrailingZeros(words[at] & mask));
  }

  /** The highest variable of the set from one down to another one; the one before that for none. */
  public int previous(int from, int first) {
    int at = from >> WORD_SHIFT;
    long mask = -1L >>> ~from;
    if (at >= words.length) {
      at = words.length - 1;
      mask = -1L;
    }
    int end = first >> WORD_SHIFT;
    while (at >= end && (words[at] & mask) == 0) {
      at--;
      mask = -1L;
    }
    return at < end
        ? first - 1
        : Math.max(
            first - 1, first(at) + Long.SIZE - 1 - Long.numberOfLeadingZeros(words[at] & mask));
  }

  private static int first(int word) {
    return word << WORD_SHIFT;
  }
}

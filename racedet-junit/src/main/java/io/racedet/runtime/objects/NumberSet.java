package io.racedet.runtime.objects;

import io.racedet.runtime.log.Grown;

/**
 * A set of numbers, none of them negative; a bit for each up to the largest one. It calls no code
 * of the JDK, which might be recorded. Not thread-safe.
 */
public final class NumberSet {
  private long[] words = {};
  private long size;

  /** All numbers from 1 to the last; larger ones than about 10^11 are left out. */
  public static NumberSet upTo(long last) {
    NumberSet all = new NumberSet();
    all.words = new long[(int) Math.min(Integer.MAX_VALUE - 8, word(last) + 1L)];
    for (int i = 0; i < all.words.length; i++) {
      all.words[i] = -1;
    }
    all.size = (long) all.words.length * Long.SIZE;
    all.remove(0);
    for (long number = last + 1; word(number) == word(last); number++) {
      all.remove(number);
    }
    return all;
  }

  private static long word(long number) {
    return number / Long.SIZE;
  }

  /** Whether a number is in the set. */
  public boolean contains(long number) {
    long word = word(number);
    return word < words.length && (words[(int) word] >>> number & 1) != 0;
  }

  /** Adds a number that is not in the set. */
  public void add(int number) {
    int word = (int) word(number);
    if (word >= words.length) {
      words = Grown.copy(words, new long[Math.max(word + 1, 2 * words.length)]);
    }
    words[word] |= 1L << number;
    size++;
  }

  /** Removes a number, if it is in the set. */
  public void remove(long number) {
    if (contains(number)) {
      words[(int) word(number)] &= ~(1L << number);
      size--;
    }
  }

  /** Returns how many numbers there are. */
  public long size() {
    return size;
  }
}

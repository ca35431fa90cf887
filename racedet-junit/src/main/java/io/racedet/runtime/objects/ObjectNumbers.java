package io.racedet.runtime.objects;

/**
 * A set of numbers of objects; a bit for each number up to the largest one. It calls no code of the
 * JDK, which might be recorded. Not thread-safe.
 */
public final class ObjectNumbers {
  private final long[] words;
  private long size;

  private ObjectNumbers(long[] words) {
    this.words = words;
    size = (long) words.length * Long.SIZE;
  }

  /** All numbers from 1 to the last; larger ones than about 10^11 are left out. */
  public static ObjectNumbers upTo(long last) {
    long[] words = new long[(int) Math.min(Integer.MAX_VALUE - 8, word(last) + 1L)];
    for (int i = 0; i < words.length; i++) {
      words[i] = -1;
    }
    ObjectNumbers all = new ObjectNumbers(words);
    all.remove(0);
    for (long number = last + 1; word(number) == word(last); number++) {
      all.remove(number);
    }
    return all;
  }

  private static long word(long number) {
    return number / Long.SIZE;
  }

  /** Whether a number, which is not negative, is in the set. */
  public boolean contains(long number) {
    long word = word(number);
    return word < words.length && (words[(int) word] >>> number & 1) != 0;
  }

  /** Removes a number, which is not negative, if it is in the set. */
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

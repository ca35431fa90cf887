package io.racedet.grammar;

import java.util.Arrays;

/** Events with their locations, numbered in the order of their first use. */
public final class TerminalTable {
  private final LocatedEvents numbers = new LocatedEvents(Integer.MAX_VALUE);
  private long[] words = new long[1 << 10];
  private int[] locations = new int[1 << 10];
  private int size;

  /** The number of an event, or -1 for a new one, which gets the next number. */
  public int of(long word, int location) {
    int number = numbers.of(word, location);
    if (number < 0) {
      if (size == words.length) {
        words = Arrays.copyOf(words, 2 * size);
        locations = Arrays.copyOf(locations, 2 * size);
      }
      words[size] = word;
      locations[size] = location;
      size++;
    }
    return number;
  }

  /** Takes the newest number back; nothing must have been asked for since. */
  public void forgetLast() {
    numbers.forgetLast();
    size--;
  }

  public int size() {
    return size;
  }

  /** The grammar of what has been compressed by these numbers. */
  public Grammar grammar(Sequitur sequitur) {
    return sequitur.grammar(words, locations, size);
  }
}

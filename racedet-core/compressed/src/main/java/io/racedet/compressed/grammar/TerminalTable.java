package io.racedet.compressed.grammar;

import io.racedet.trace.block.LocatedEvents;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Events with their locations, numbered in the order of their first use. */
public final class TerminalTable {
  private final LocatedEvents numbers = new LocatedEvents(Integer.MAX_VALUE);
  private final LongArrayList words = new LongArrayList();
  private final IntArrayList locations = new IntArrayList();

  /** The number of an event, or -1 if it is new; a new event gets the next number. */
  public int of(long word, int location) {
    int number = numbers.of(word, location);
    if (number < 0) {
      words.add(word);
      locations.add(location);
    }
    return number;
  }

  /** Removes the newest event; {@link #of} must not have been called since it was added. */
  public void forgetLast() {
    numbers.forgetLast();
    words.popLong();
    locations.popInt();
  }

  public int size() {
    return words.size();
  }

  /** The grammar of a sequence of these terminals. */
  public Grammar grammar(Sequitur sequitur) {
    return sequitur.grammar(words.elements(), locations.elements(), words.size());
  }
}

package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import java.util.Arrays;

/**
 * Makes a {@link Grammar} of a trace as its events come, in time linear in their number and memory
 * linear in the size of the grammar. Not thread-safe.
 */
public final class TraceCompressor {
  private final boolean withLocations;
  private final SiteTable numbers = new SiteTable(Integer.MAX_VALUE);
  private final Sequitur sequitur = new Sequitur();
  private long[] words = new long[1 << 10]; // by terminal
  private int[] locations = new int[1 << 10];
  private int terminals;

  /**
   * Starts a grammar without events.
   *
   * @param withLocations whether events at different locations are different; without locations
   *     traces become smaller
   */
  public TraceCompressor(boolean withLocations) {
    this.withLocations = withLocations;
  }

  /**
   * Adds the events of a block at the end.
   *
   * @param block the events; their indices and contexts are ignored
   */
  public void append(EventBlock block) {
    long[] blockWords = block.words();
    int[] blockLocations = block.locations();
    for (int i = 0, size = block.size(); i < size; i++) {
      append(blockWords[i], blockLocations[i]);
    }
  }

  /**
   * Adds an event at the end.
   *
   * @param word the event as {@link EventBlock#word} packs it
   * @param location where in the source, or {@link EventSink#NO_LOCATION}
   */
  public void append(long word, int location) {
    int place = withLocations ? location : EventSink.NO_LOCATION;
    int number = numbers.of(word, place);
    sequitur.append(number >= 0 ? number : add(word, place));
  }

  private int add(long word, int location) {
    if (terminals == words.length) {
      words = Arrays.copyOf(words, 2 * terminals);
      locations = Arrays.copyOf(locations, 2 * terminals);
    }
    words[terminals] = word;
    locations[terminals] = location;
    return terminals++;
  }

  /**
   * Returns the grammar of the events so far.
   *
   * @return a copy, which later events do not change
   */
  public Grammar grammar() {
    return sequitur.grammar(words, locations, terminals);
  }
}

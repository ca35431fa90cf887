package io.racedet.compressed.grammar;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.RangeExpander;

/**
 * Builds a {@link Grammar} of a trace incrementally, in time linear in the number of events and
 * memory linear in the size of the grammar. Not thread-safe.
 */
public final class TraceCompressor {
  private final boolean withLocations;
  private final TerminalTable terminals = new TerminalTable();
  private final Sequitur sequitur = new Sequitur();
  private final int[] numbers = new int[EventBlock.CAPACITY];
  private final RangeExpander expander = new RangeExpander(this::appendEvents);

  /**
   * Starts a grammar without events.
   *
   * @param withLocations whether locations are kept; without them, grammars are smaller
   */
  public TraceCompressor(boolean withLocations) {
    this.withLocations = withLocations;
  }

  /**
   * Appends the events of a block.
   *
   * @param block the events; their indices and contexts are ignored
   */
  public void append(EventBlock block) {
    expander.accept(block);
  }

  private void appendEvents(EventBlock block) {
    long[] words = block.words();
    int[] locations = block.locations();
    int size = block.size();
    for (int i = 0; i < size; i++) {
      numbers[i] = number(words[i], locations[i]);
    }
    sequitur.append(numbers, size);
  }

  /**
   * Appends an event.
   *
   * @param word the event as {@link EventBlock#word} packs it
   * @param location its location, or {@link EventSink#NO_LOCATION}
   */
  public void append(long word, int location) {
    sequitur.append(number(word, location));
  }

  /**
   * {@return how many symbols the rules have so far, with the symbol of each event that is in no
   * rule}
   */
  public long size() {
    return sequitur.size();
  }

  private int number(long word, int location) {
    int number = terminals.of(word, withLocations ? location : EventSink.NO_LOCATION);
    return number >= 0 ? number : terminals.size() - 1;
  }

  /**
   * {@return the grammar of the events so far, a copy that does not change when events are
   * appended}
   */
  public Grammar grammar() {
    return terminals.grammar(sequitur);
  }
}

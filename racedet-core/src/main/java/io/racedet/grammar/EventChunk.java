package io.racedet.grammar;

import io.racedet.event.EventBlock;
import io.racedet.race.RacePlace;

/** A stretch of a trace, event by event. */
final class EventChunk {
  private long before; // index of the last event before it
  private final long[] words;
  private final int[] times;
  private final long[] places;
  private int size;

  EventChunk(int capacity) {
    words = new long[capacity];
    times = new int[capacity];
    places = new long[capacity];
  }

  /** Starts anew, behind an event. */
  void begin(long after) {
    before = after;
    size = 0;
  }

  boolean isFull() {
    return size == words.length;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The index of the last event before it. */
  long before() {
    return before;
  }

  /** The index of its last event. */
  long last() {
    return before + times[size - 1];
  }

  /** Takes the events of a block from a position on, as many as there is room for. */
  int take(EventBlock block, int from) {
    int count = Math.min(block.size() - from, words.length - size);
    System.arraycopy(block.words(), from, words, size, count);
    for (int i = 0; i < count; i++) {
      long word = words[size + i];
      long place = RacePlace.of(block.contexts()[from + i], block.locations()[from + i]);
      times[size + i] = (int) (block.indices()[from + i] - before);
      places[size + i] =
          EventBlock.isAccess(word) && !EventBlock.isPlain(word) ? RacePlace.atomic(place) : place;
    }
    size += count;
    return from + count;
  }

  /** Feeds a stretch that has come to an index of the trace, 0 for one that begins here. */
  void feed(Stretch<?> stretch, long time) {
    for (int i = 0; i < size; i++) {
      stretch.event(words[i], time + times[i], places[i]);
    }
  }
}

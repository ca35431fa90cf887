package io.racedet.engine.compressed;

import io.racedet.event.EventBlock;
import io.racedet.race.AccessContext;
import java.util.BitSet;

/** A stretch of a trace, event by event. */
final class EventChunk {
  private long before; // index of the last event before it
  private final long[] words;
  private final long[] indices;
  private final int[] contexts;
  private final int[] locations;
  private int size;

  EventChunk(int capacity) {
    words = new long[capacity];
    indices = new long[capacity];
    contexts = new int[capacity];
    locations = new int[capacity];
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

  int size() {
    return size;
  }

  long word(int i) {
    return words[i];
  }

  long index(int i) {
    return indices[i];
  }

  int context(int i) {
    return contexts[i];
  }

  /** Puts another event in the place of one. */
  void replace(int i, long word) {
    words[i] = word;
  }

  /** The index of its last event. */
  long last() {
    return indices[size - 1];
  }

  /** Takes the events of a block from a position on, as many as there is room for. */
  int take(EventBlock block, int from) {
    int count = Math.min(block.size() - from, words.length - size);
    System.arraycopy(block.words(), from, words, size, count);
    System.arraycopy(block.indices(), from, indices, size, count);
    System.arraycopy(block.contexts(), from, contexts, size, count);
    System.arraycopy(block.locations(), from, locations, size, count);
    size += count;
    return from + count;
  }

  /** Feeds a stretch of no more than this. */
  void feed(Stretch<?> stretch) {
    for (int i = 0; i < size; i++) {
      stretch.event(words[i], indices[i] - before, detail(i));
    }
  }

  /** Feeds a stretch that begins the trace all but the accesses of variables not given. */
  void feed(Stretch<?> stretch, BitSet variables) {
    for (int i = 0; i < size; i++) {
      long word = words[i];
      if (!EventBlock.isAccess(word) || variables.get(EventBlock.operand(word))) {
        stretch.event(word, indices[i], detail(i));
      }
    }
    stretch.pass(last());
  }

  private long detail(int i) {
    long detail = AccessContext.of(contexts[i], locations[i]);
    boolean isAtomic = EventBlock.isAccess(words[i]) && !EventBlock.isPlain(words[i]);
    return isAtomic ? AccessContext.atomic(detail) : detail;
  }
}

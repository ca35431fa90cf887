package io.racedet.compressed;

import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.event.EventBlock;
import io.racedet.race.AccessContext;
import java.util.BitSet;

/** The events of a stretch of a trace. */
final class EventChunk {
  private static final long STEPS_AN_EVENT = 8;
  private static final int EVENTS_A_WORD = 4;
  private static final long MIN_STEPS = 1024;

  private long before; // index of the last event before the chunk
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

  /** Clears the chunk, which then begins after an event. */
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

  /** Replaces an event. */
  void replace(int i, long word) {
    words[i] = word;
  }

  /** The index of the last event. */
  long last() {
    return indices[size - 1];
  }

  /** Adds the events of a block from a position on, as many as there is room for. */
  int take(EventBlock block, int from) {
    int count = Math.min(block.size() - from, words.length - size);
    System.arraycopy(block.words(), from, words, size, count);
    System.arraycopy(block.indices(), from, indices, size, count);
    System.arraycopy(block.contexts(), from, contexts, size, count);
    System.arraycopy(block.locations(), from, locations, size, count);
    size += count;
    return from + count;
  }

  /**
   * Appends the events to a stretch that begins with this chunk, as long as that is cheaper than to
   * append them to the stretch that begins the trace.
   *
   * @return whether it has all events and a summary that is short enough
   */
  boolean feed(Stretch<?> stretch) {
    long mostSteps = MIN_STEPS + STEPS_AN_EVENT * size;
    long mostWords = MIN_STEPS + size / EVENTS_A_WORD;
    for (int i = 0; i < size; i++) {
      stretch.event(words[i], indices[i] - before, detail(i));
      if (stretch.steps() > mostSteps || stretch.space() > MIN_STEPS + size) {
        return false;
      }
    }
    return stretch.size() <= mostWords;
  }

  /** Appends the events to a stretch that begins the trace. */
  void feed(Beginning<?> whole) {
    for (int i = 0; i < size; i++) {
      whole.event(words[i], indices[i], detail(i));
    }
    whole.pass(last());
  }

  /**
   * Appends the events to a stretch that begins the trace, except the accesses to other variables
   * than the given ones.
   */
  void feed(Beginning<?> stretch, BitSet variables) {
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

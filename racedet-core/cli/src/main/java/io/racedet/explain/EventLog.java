package io.racedet.explain;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.EventText;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The events between two indices, for lookup by index and by thread. */
final class EventLog {
  static final int NONE = -1;

  private final LongArrayList words = new LongArrayList();
  private final LongArrayList indices = new LongArrayList(); // ascending
  private final IntArrayList locations = new IntArrayList();
  private final Int2ObjectOpenHashMap<IntArrayList> byThread = new Int2ObjectOpenHashMap<>();

  void add(long word, long index, int location) {
    int thread = EventBlock.thread(word);
    byThread.computeIfAbsent(thread, unseen -> new IntArrayList()).add(words.size());
    words.add(word);
    indices.add(index);
    locations.add(location);
  }

  /** Position of the event with an index, or {@link #NONE}. */
  int find(long index) {
    int at = lastUntil(indices, index);
    return at != NONE && indices.getLong(at) == index ? at : NONE;
  }

  /** Position of the last event of a thread up to an index, or {@link #NONE}. */
  int lastOf(int thread, long index) {
    IntArrayList positions = byThread.get(thread);
    int at = positions == null ? NONE : lastUntil(positions, index);
    return at == NONE ? NONE : positions.getInt(at);
  }

  /** Position of the first event of a thread from an index on, or {@link #NONE}. */
  int firstOf(int thread, long index) {
    IntArrayList positions = byThread.get(thread);
    int next = positions == null ? NONE : lastUntil(positions, index - 1) + 1;
    return positions == null || next == positions.size() ? NONE : positions.getInt(next);
  }

  private static int lastUntil(LongArrayList ascending, long index) {
    int low = 0;
    int high = ascending.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending.getLong(middle) <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private int lastUntil(IntArrayList positions, long index) {
    int low = 0;
    int high = positions.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (indices.getLong(positions.getInt(middle)) <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  long index(int position) {
    return indices.getLong(position);
  }

  int thread(int position) {
    return EventBlock.thread(words.getLong(position));
  }

  Op op(int position) {
    return EventBlock.op(words.getLong(position));
  }

  int operand(int position) {
    return EventBlock.operand(words.getLong(position));
  }

  PairExplanation.Event event(int position, Names names) {
    int location = locations.getInt(position);
    return new PairExplanation.Event(
        index(position),
        names.name(Operand.THREAD, thread(position)),
        EventText.of(words.getLong(position), names),
        location == EventSink.NO_LOCATION ? "" : names.location(location));
  }
}

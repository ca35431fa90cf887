package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Edges between events that rules have added to the direct needs of the events. */
final class Edges {
  private static final int NONE = TraceIndex.NONE;

  private final Int2IntOpenHashMap newest = new Int2IntOpenHashMap(); // by later event
  private final IntArrayList from = new IntArrayList();
  private final IntArrayList to = new IntArrayList();
  private final IntArrayList before = new IntArrayList(); // the next older edge into the same event

  Edges() {
    newest.defaultReturnValue(NONE);
  }

  void add(int earlier, int later) {
    before.add(newest.put(later, from.size()));
    from.add(earlier);
    to.add(later);
  }

  int size() {
    return from.size();
  }

  int from(int edge) {
    return from.getInt(edge);
  }

  int to(int edge) {
    return to.getInt(edge);
  }

  /** Adds the earlier events of the edges into an event. */
  void collect(int later, IntArrayList into) {
    for (int edge = newest.get(later); edge != NONE; edge = before.getInt(edge)) {
      into.add(from.getInt(edge));
    }
  }
}

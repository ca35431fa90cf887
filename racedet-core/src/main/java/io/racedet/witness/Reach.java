package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The vector clocks of a set of events, as rows that the events of a thread share until one of them
 * learns something.
 */
final class Reach {
  private static final int NOTHING = 0; // the row of events that know no other thread
  private static final int MOST_WORDS = 1 << 25;

  private final TraceIndex index;
  private final int[] row; // by position
  private final IntArrayList owner = new IntArrayList(); // by row: the event that learned
  private int[] known; // rows of ranks, by thread

  /**
   * Creates an empty set.
   *
   * @param row an array with an element for each event, which may have been used before
   */
  Reach(TraceIndex index, int[] row) {
    this.index = index;
    this.row = row;
    known = new int[16 * index.threads];
    owner.add(TraceIndex.NONE);
  }

  /** Adds an event to the set. */
  void admit(int position) {
    row[position] = NOTHING;
  }

  /** Whether there is no room for more rows. */
  boolean isFull() {
    return (long) owner.size() * index.threads > MOST_WORDS;
  }

  /** The highest rank of a thread's event that is before an event, or is the event. */
  int known(int position, int thread) {
    return thread == index.thread(position)
        ? index.rank[position]
        : known[row[position] * index.threads + thread];
  }

  /** Whether an event is before another one, or is it. */
  boolean isBefore(int earlier, int later) {
    return known(later, index.thread(earlier)) >= index.rank[earlier];
  }

  /**
   * Sets the clock of an event to that of the previous one in its thread; the start of an update.
   */
  void inherit(int position, int previous) {
    int above = previous == TraceIndex.NONE ? NOTHING : row[previous];
    if (isOwner(position)) {
      merge(above, row[position]);
    } else {
      row[position] = above;
    }
  }

  /** Orders an event before another one; false if the other one is already before it. */
  boolean learn(int position, int source) {
    int thread = index.thread(position);
    if (known(source, thread) >= index.rank[position]) {
      return false;
    }
    if (!covers(position, source)) { // perhaps known, but it may have learned since
      if (!isOwner(position)) {
        own(position);
      }
      merge(row[source], row[position]);
      int at = row[position] * index.threads + index.thread(source);
      known[at] = Math.max(known[at], index.rank[source]);
    }
    return true;
  }

  /** Whether an event knows everything that another one knows, and is not before it. */
  boolean covers(int position, int source) {
    int thread = index.thread(position);
    boolean covers = isBefore(source, position);
    for (int u = 0; covers && u < index.threads; u++) {
      int told = known(source, u);
      covers = u == thread ? told < index.rank[position] : told <= known(position, u);
    }
    return covers;
  }

  /** Whether two successive events of a thread know the same events of other threads. */
  boolean isSame(int position, int previous) {
    return row[position] == (previous == TraceIndex.NONE ? NOTHING : row[previous]);
  }

  private boolean isOwner(int position) {
    return owner.getInt(row[position]) == position;
  }

  private void own(int position) {
    int fresh = owner.size();
    int width = index.threads;
    owner.add(position);
    if ((fresh + 1) * width > known.length) {
      known = IntArrays.grow(known, (fresh + 1) * width);
    }
    System.arraycopy(known, row[position] * width, known, fresh * width, width);
    row[position] = fresh;
  }

  private void merge(int from, int into) {
    int width = index.threads;
    int a = from * width;
    int b = into * width;
    for (int i = 0; i < width; i++) {
      known[b + i] = Math.max(known[b + i], known[a + i]);
    }
  }
}

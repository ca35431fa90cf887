package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The vector clocks of a set of events, as rows that the events of a thread share until one of them
 * learns something.
 */
final class Reach {
  private static final int NOTHING = 0; // the row of events that know no other thread

  private final TraceIndex index;
  private final int[] row; // by position
  private final IntArrayList owner = new IntArrayList(); // by row: the event that learned
  private final IntArrayList known = new IntArrayList(); // by row: the ranks, by thread
  private final RankVectors vectors;

  /**
   * Creates an empty set.
   *
   * @param row an array with an element for each event, which may have been used before
   */
  Reach(TraceIndex index, int[] row, Budget budget) {
    this.index = index;
    this.row = row;
    vectors = new RankVectors(index.threads, budget);
    owner.add(TraceIndex.NONE);
    known.add(RankVectors.ZERO);
  }

  /** Adds an event to the set. */
  void admit(int position) {
    row[position] = NOTHING;
  }

  /** The highest rank of a thread's event that is before an event, or is the event. */
  int known(int position, int thread) {
    return thread == index.thread(position)
        ? index.rank(position)
        : vectors.get(vector(position), thread);
  }

  private int vector(int position) {
    return known.getInt(row[position]);
  }

  /** Whether an event is before another one, or is it. */
  boolean isBefore(int earlier, int later) {
    return known(later, index.thread(earlier)) >= index.rank(earlier);
  }

  /**
   * Sets the clock of an event to that of the previous one in its thread; the start of an update.
   */
  void inherit(int position, int previous) {
    int above = previous == TraceIndex.NONE ? NOTHING : row[previous];
    if (isOwner(position)) {
      known.set(row[position], vectors.max(vector(position), known.getInt(above)));
    } else {
      row[position] = above;
    }
  }

  /** Orders an event before another one; false if the other one is already before it. */
  boolean learn(int position, int source) {
    int thread = index.thread(position);
    if (known(source, thread) >= index.rank(position)) {
      return false;
    }
    if (!covers(position, source)) { // perhaps known, but it may have learned since
      int told = vectors.max(vector(position), vector(source));
      told = vectors.with(told, index.thread(source), index.rank(source));
      if (!isOwner(position)) {
        row[position] = owner.size();
        owner.add(position);
        known.add(told);
      } else {
        known.set(row[position], told);
      }
    }
    return true;
  }

  /** Whether an event knows everything that another one knows, and is not before it. */
  boolean covers(int position, int source) {
    int thread = index.thread(position);
    return isBefore(source, position)
        && known(source, thread) < index.rank(position)
        && vectors.isWithin(vector(source), vector(position), thread);
  }

  private boolean isOwner(int position) {
    return owner.getInt(row[position]) == position;
  }
}

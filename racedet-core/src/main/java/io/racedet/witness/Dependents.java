package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** The events that need one of a goal, computed on demand from the first of these on. */
final class Dependents {
  private final TraceIndex index;
  private final Needs needs;
  private final Budget budget;
  private final int[] from; // by thread: the first rank that needs one of the goal
  private final IntArrayList needed = new IntArrayList();
  private int next; // the first position that has not been visited

  Dependents(TraceIndex index, Goal target, Budget budget) {
    this.index = index;
    this.budget = budget;
    needs = new Needs(index);
    from = new int[index.threads];
    Arrays.fill(from, TraceIndex.NEVER);
    for (int i = 0; i < target.size(); i++) {
      from[index.thread(target.position(i))] = index.rank(target.position(i));
    }
    next = target.first();
  }

  /**
   * Whether an event is one of the goal or needs one of them. Visits the events up to the first one
   * of its thread that does.
   */
  boolean contains(int position) {
    int start = next;
    while (next <= position && !isKnown(position)) {
      look(next++);
    }
    budget.count(next - start);
    return isKnown(position);
  }

  private boolean isKnown(int position) {
    return index.rank(position) >= from[index.thread(position)];
  }

  private void look(int position) {
    if (isKnown(position)) {
      return;
    }
    needed.clear();
    needs.collect(position, needed);
    for (int i = 0; i < needed.size(); i++) {
      if (isKnown(needed.getInt(i))) {
        int thread = index.thread(position);
        from[thread] = index.rank(position);
        return;
      }
    }
  }
}

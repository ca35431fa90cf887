package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches for a chain that orders one event before another, with as few steps between threads as
 * possible.
 */
final class Chain {
  private static final int NONE = TraceIndex.NONE;

  private final TraceIndex index;
  private final Needs needs;
  private final Edges edges;
  private final Budget budget;
  private final int[] limit; // by thread: the number of its events that have been reached

  // By number: an event that has been reached, the event that it is directly ordered before, and
  // the number of the reached event of that thread.
  private final IntArrayList reached = new IntArrayList();
  private final IntArrayList before = new IntArrayList();
  private final IntArrayList parent = new IntArrayList();

  Chain(TraceIndex index, Edges edges, Budget budget) {
    this.index = index;
    this.edges = edges;
    this.budget = budget;
    needs = new Needs(index);
    limit = new int[index.threads];
  }

  /** From one event of a goal to one of them, which need not be another one. */
  List<Refutation.Step> between(Goal target) {
    boolean isForked = index.rank(target.first()) == 1; // then its first step is to another thread
    int last = target.size() - 1;
    int[] ends = new int[target.size()];
    for (int i = 0; i <= last; i++) {
      ends[i] = target.position(i);
      startAt(target.position(isForked ? last - i : i), false);
    }
    return search(ends);
  }

  /** From an event back to itself. */
  List<Refutation.Step> around(int event) {
    startAt(event, true);
    return search(event);
  }

  private void startAt(int event, boolean withNeeds) {
    int rank = index.rank(event);
    if (rank > 1) {
      reach(index.event(index.thread(event), rank - 1), NONE, NONE);
    }
    IntArrayList found = new IntArrayList();
    if (withNeeds) {
      needs.collect(event, found);
      edges.collect(event, found);
    } else if (rank == 1 && index.fork(index.thread(event)) != NONE) {
      found.add(index.fork(index.thread(event)));
    }
    reach(found, event, NONE);
  }

  private void reach(IntArrayList events, int later, int from) {
    for (int i = 0; i < events.size(); i++) {
      reach(events.getInt(i), later, from);
    }
  }

  private void reach(int event, int later, int from) {
    reached.add(event);
    before.add(later);
    parent.add(from);
  }

  /* Without edges, no event recorded before the first end needs it. */
  private List<Refutation.Step> search(int... ends) {
    int floor = edges.size() == 0 ? ends[0] : 0;
    for (int i = 0; i < reached.size(); i++) {
      int thread = index.thread(reached.getInt(i));
      int rank = index.rank(reached.getInt(i));
      int start = Math.max(limit[thread], index.countBefore(thread, floor));
      budget.count(Math.max(0, rank - start));
      for (int r = start + 1; r <= rank; r++) {
        int p = index.event(thread, r);
        if (isAmong(ends, p)) {
          return steps(i);
        }
        IntArrayList found = new IntArrayList();
        needs.collect(p, found);
        edges.collect(p, found);
        reach(found, p, i);
      }
      limit[thread] = Math.max(limit[thread], rank);
    }
    throw new IllegalStateException("no chain from " + index.trace.index(ends[0]) + " to an end");
  }

  private static boolean isAmong(int[] ends, int position) {
    for (int end : ends) {
      if (end == position) {
        return true;
      }
    }
    return false;
  }

  private List<Refutation.Step> steps(int from) {
    List<Refutation.Step> steps = new ArrayList<>();
    for (int i = from; i != NONE; i = parent.getInt(i)) {
      if (before.getInt(i) != NONE) {
        steps.add(
            new Refutation.Step(
                index.trace.index(reached.getInt(i)), index.trace.index(before.getInt(i))));
      }
    }
    return steps;
  }
}

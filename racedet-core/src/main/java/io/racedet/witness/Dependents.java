package io.racedet.witness;

import io.racedet.witness.packed.NeedLists;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The events that need one of a goal, computed on demand from the first of these on. */
final class Dependents {
  /** The distance of events up to which the events between them are visited. */
  private static final int NEAR = 1 << 12;

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

  /**
   * The steps from an event of the goal to one that must come before a later one of the goal, if
   * there is any.
   */
  List<Refutation.Step> stepsWithin(Goal target) {
    List<Refutation.Step> steps = List.of();
    for (int i = 1; i < target.size() && steps.isEmpty(); i++) {
      int later = target.position(i);
      int thread = index.thread(later);
      int rank = index.rank(later);
      int before = rank > 1 ? index.event(thread, rank - 1) : index.fork(thread);
      if (before != TraceIndex.NONE && later - target.first() > NEAR) {
        steps = farNeeds(target, i, before);
      } else if (before != TraceIndex.NONE && contains(before)) {
        steps = new Chain(index, new Edges(), budget).between(target);
      }
    }
    return steps;
  }

  /** The same for what must come just before one of the goal, without visiting what is between. */
  private List<Refutation.Step> farNeeds(Goal target, int later, int before) {
    for (int i = 0; i < later; i++) {
      budget.count(index.threads);
      int first = target.position(i);
      List<NeedLists.Step> chain =
          index.needs().chain(index.thread(before), before, index.thread(first), first);
      if (chain != null) {
        List<Refutation.Step> steps = new ArrayList<>();
        chain.forEach(step -> steps.add(step(step.from(), step.to())));
        if (index.rank(target.position(later)) == 1) {
          steps.add(step(before, target.position(later)));
        }
        return steps;
      }
    }
    return List.of();
  }

  private Refutation.Step step(int from, int to) {
    return new Refutation.Step(index.trace.index(from), index.trace.index(to));
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

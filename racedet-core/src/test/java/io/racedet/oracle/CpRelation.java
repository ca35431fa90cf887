package io.racedet.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Causally-precedes from its definition: (a) sections of a lock with conflicting accesses, (b)
 * sections of a lock whose acquire and release it orders, (c) composition with happens-before. The
 * edges of forks, joins, wakes and conflicting sync operations are hard.
 */
public final class CpRelation {
  private final Relations relations;
  private final WeakOrder order;

  public CpRelation(TestTrace trace) {
    relations = new Relations(trace);
    order = new WeakOrder(trace, relations, HappensBefore.asObserved(trace).order());
    order.add(conflictingSections());
    boolean added;
    do {
      added = order.add(orderedSections());
    } while (added);
  }

  /** Rule (a). */
  private List<Pair> conflictingSections() {
    List<Pair> edges = new ArrayList<>();
    relations.forEachExclusion(
        (s, t) -> {
          if (relations.events(t).stream().anyMatch(f -> relations.conflicts(s, f))) {
            edges.add(new Pair(s.release(), t.acquire()));
          }
        });
    return edges;
  }

  /**
   * Rule (b), which also applies to two sections of one thread: a path from one to the other
   * through other threads may order them. The end of the trace releases all locks still held.
   */
  private List<Pair> orderedSections() {
    List<Pair> edges = new ArrayList<>();
    for (Section s : relations.sections()) {
      for (Section t : relations.sections()) {
        boolean excluded = s.lock() == t.lock() && !(s.shared() && t.shared());
        if (excluded
            && s.release() < t.acquire()
            && order.relates(s.acquire(), relations.lastEvent(t))) {
          edges.add(new Pair(s.release(), t.acquire()));
        }
      }
    }
    return edges;
  }

  public Order order() {
    return order.order();
  }

  /** The conflicting pairs that are unordered. */
  public SortedSet<Pair> races() {
    return relations.conflicting(order()::unordered);
  }
}

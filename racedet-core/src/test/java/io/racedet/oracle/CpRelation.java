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
  private final Rules rules;
  private final Relations relations;
  private final WeakOrder order;

  public CpRelation(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public CpRelation(TestTrace trace, Rules rules) {
    this.rules = rules;
    relations = new Relations(trace, rules);
    order = new WeakOrder(trace, rules, relations, HappensBefore.asObserved(trace, rules).order());
    if (rules.have(Rule.CONFLICTING_SECTIONS)) {
      order.add(conflictingSections());
    }
    order.addOrderedSections(this::orderedSections);
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
        boolean counts =
            s.thread() == t.thread()
                ? rules.have(Rule.ORDERED_SECTIONS_OF_A_THREAD)
                : !t.isOpen() || rules.have(Rule.OPEN_SECTION);
        if (counts
            && relations.excludesInMode(s, t)
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

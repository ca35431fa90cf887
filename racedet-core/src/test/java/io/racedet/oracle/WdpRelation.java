package io.racedet.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Weak-dependently-precedes from its definition, as a transitive closure: program order, the
 * release of the section of a write before the reads of it in later sections of the lock, the
 * releases of two sections of a lock of which it orders any events. Branches are assumed to depend
 * on every read.
 */
public final class WdpRelation {
  private final TestTrace trace;
  private final Relations relations;
  private final Order order;

  public WdpRelation(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public WdpRelation(TestTrace trace, Rules rules) {
    this.trace = trace;
    relations = new Relations(trace, rules);
    order = new Order(trace.size());
    relations.addProgramOrder(order);
    relations.addObservedOrder(order);
    if (rules.have(Rule.CONFLICTING_SECTIONS)) {
      relations.forEachExclusion(this::addReadDependencies);
    }
    order.close();
    boolean added = rules.have(Rule.ORDERED_SECTIONS);
    while (added) {
      List<Pair> edges = orderedSections();
      edges.removeIf(edge -> order.before(edge.first(), edge.second()));
      edges.forEach(order::addEdge);
      order.close();
      added = !edges.isEmpty() && rules.have(Rule.ORDERED_SECTIONS_AGAIN);
    }
  }

  private void addReadDependencies(Section s, Section t) {
    for (int f : relations.events(t)) {
      if (trace.event(f).isRead() && relations.events(s).contains(relations.lastWrite(f))) {
        order.addEdge(s.release(), f);
      }
    }
  }

  /** If any event of s is before one of t, then its acquire is before t's last. */
  private List<Pair> orderedSections() {
    List<Pair> edges = new ArrayList<>();
    relations.forEachExclusion(
        (s, t) -> {
          if (!t.isOpen() && order.before(s.acquire(), t.release())) {
            edges.add(new Pair(s.release(), t.release()));
          }
        });
    return edges;
  }

  public Order order() {
    return order;
  }

  /** The conflicting pairs with disjoint locksets that are unordered. */
  public SortedSet<Pair> races() {
    return relations.conflicting((e, f) -> order.unordered(e, f) && !relations.protectedPair(e, f));
  }
}

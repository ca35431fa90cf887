package io.racedet.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * The PWR relation from its definition: program order, write-read dependency, release-order
 * dependency, as a transitive closure.
 */
public final class PwrRelation {
  private final TestTrace trace;
  private final Relations relations;
  private final Order order;

  public PwrRelation(TestTrace trace) {
    this.trace = trace;
    relations = new Relations(trace);
    order = new Order(trace.size());
    relations.addProgramOrder(order);
    relations.addObservedOrder(order);
    relations.addWriteReadDependencies(order);
    List<Pair> edges;
    do {
      order.close();
      edges = releaseOrderDependencies();
      edges.forEach(order::addEdge);
    } while (!edges.isEmpty());
  }

  /** e in CS(y), f in a later CS(y)', e before f: then the release of CS(y) is before f. */
  private List<Pair> releaseOrderDependencies() {
    List<Pair> edges = new ArrayList<>();
    relations.forEachExclusion(
        (s, t) -> {
          for (int f : relations.events(t)) {
            if (!order.before(s.release(), f) && isAnyBefore(s, f)) {
              edges.add(new Pair(s.release(), f));
            }
          }
        });
    return edges;
  }

  private boolean isAnyBefore(Section s, int f) {
    return relations.events(s).stream().anyMatch(e -> order.before(e, f));
  }

  public Order order() {
    return order;
  }

  /** Definition 3.4: conflicting pairs with disjoint locksets that are unordered or WRD pairs. */
  public SortedSet<Pair> pairs() {
    return relations.conflicting(
        (e, f) ->
            !relations.protectedPair(e, f) && (order.unordered(e, f) || isWriteReadPair(e, f)));
  }

  /** Definition 3.3: a read and its last write with nothing between them in the relation. */
  private boolean isWriteReadPair(int e, int f) {
    if (!trace.event(f).isRead() || relations.lastWrite(f) != e) {
      return false;
    }
    for (int g = e + 1; g < f; g++) {
      if (order.before(e, g) && order.before(g, f)) {
        return false;
      }
    }
    return true;
  }
}

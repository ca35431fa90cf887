package io.racedet.oracle;

import java.util.SortedSet;

/**
 * The PWR relation from its definition: program order, write-read dependency, release-order
 * dependency, closed together.
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
    do {
      order.close();
    } while (addReleaseOrderDependencies());
  }

  /** e in CS(y), f in a later CS(y)', e before f: then the release of CS(y) is before f. */
  private boolean addReleaseOrderDependencies() {
    boolean added = false;
    for (Section s : relations.sections()) {
      for (Section t : relations.sections()) {
        if (s.excludes(t) && s.release() < t.acquire()) {
          added |= addReleaseOrderDependencies(s, t);
        }
      }
    }
    return added;
  }

  private boolean addReleaseOrderDependencies(Section s, Section t) {
    boolean added = false;
    for (int f = t.acquire(); f <= Math.min(t.release(), trace.size()); f++) {
      for (int e = s.acquire(); e <= s.release(); e++) {
        boolean members =
            trace.event(f).thread() == t.thread() && trace.event(e).thread() == s.thread();
        if (members && order.before(e, f)) {
          added |= order.addEdge(s.release(), f);
        }
      }
    }
    return added;
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

package io.racedet.oracle;

import java.util.SortedSet;

/** Weak dependently-precedes from its definition, with disjoint locksets. */
public final class WdpRelation {
  private final TestTrace trace;
  private final Relations relations;
  private final Order order;

  public WdpRelation(TestTrace trace) {
    this.trace = trace;
    relations = new Relations(trace);
    order = new Order(trace.size());
    relations.addProgramOrder(order);
    relations.addObservedOrder(order);
    forLaterSections(this::addReadConflict);
    boolean added = true;
    while (added) {
      order.close();
      added = forLaterSections(this::addReleaseOrder);
    }
  }

  private interface Rule {
    boolean apply(Section s, Section t);
  }

  private boolean forLaterSections(Rule rule) {
    boolean added = false;
    for (Section s : relations.sections()) {
      for (Section t : relations.sections()) {
        if (s.excludes(t) && s.release() < t.acquire()) {
          added |= rule.apply(s, t);
        }
      }
    }
    return added;
  }

  /** RCD: a read in the later section saw a write in the earlier one. */
  private boolean addReadConflict(Section s, Section t) {
    boolean added = false;
    for (int f = t.acquire(); f <= Math.min(t.release(), trace.size()); f++) {
      TraceEvent read = trace.event(f);
      if (read.isRead() && read.thread() == t.thread()) {
        int write = relations.lastWrite(f);
        boolean inside =
            write > 0 && trace.event(write).thread() == s.thread() && s.contains(write);
        added |= inside && order.addEdge(s.release(), f);
      }
    }
    return added;
  }

  /** RRD: something in the earlier section is before something in the later one. */
  private boolean addReleaseOrder(Section s, Section t) {
    return !t.isOpen()
        && order.before(s.acquire(), t.release())
        && order.addEdge(s.release(), t.release());
  }

  public Order order() {
    return order;
  }

  public SortedSet<Pair> races() {
    return relations.conflicting((e, f) -> order.unordered(e, f) && !relations.protectedPair(e, f));
  }
}

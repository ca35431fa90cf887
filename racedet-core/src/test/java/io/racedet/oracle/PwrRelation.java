package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/**
 * The PWR relation from its definition: program order, write-read dependency, release-order
 * dependency, closed together.
 */
public final class PwrRelation {
  private static final List<Set<Op>> ORDERED_AS_OBSERVED =
      List.of(Set.of(Op.SYNC_READ, Op.SYNC_WRITE), Set.of(Op.RECEIVE, Op.SEND));
  private static final Set<Op> UNORDERED_AMONG_THEMSELVES = Set.of(Op.SYNC_READ, Op.RECEIVE);

  private final TestTrace trace;
  private final Relations relations;
  private final Order order;

  public PwrRelation(TestTrace trace) {
    this.trace = trace;
    relations = new Relations(trace);
    order = new Order(trace.size());
    relations.addProgramOrder(order);
    relations.addEdges(order, PwrRelation::keptInOrder);
    addWriteReadDependencies();
    do {
      order.close();
    } while (addReleaseOrderDependencies());
  }

  /** Conflicting sync operations and hand-offs through one channel keep their observed order. */
  private static boolean keptInOrder(TraceEvent e, TraceEvent f) {
    return ORDERED_AS_OBSERVED.stream().anyMatch(s -> s.contains(e.op()) && s.contains(f.op()))
        && e.operand() == f.operand()
        && !(UNORDERED_AMONG_THEMSELVES.contains(e.op())
            && UNORDERED_AMONG_THEMSELVES.contains(f.op()));
  }

  private void addWriteReadDependencies() {
    for (int r = 1; r <= trace.size(); r++) {
      if (trace.event(r).isRead() && relations.lastWrite(r) > 0) {
        order.addEdge(relations.lastWrite(r), r);
      }
    }
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

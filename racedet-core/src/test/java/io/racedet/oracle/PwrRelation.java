package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * The PWR relation from its definition: program order, write-read dependency, release-order
 * dependency, as a transitive closure.
 */
public final class PwrRelation {
  private final TestTrace trace;
  private final Rules rules;
  private final Relations relations;
  private final Order order;

  public PwrRelation(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public PwrRelation(TestTrace trace, Rules rules) {
    this.trace = trace;
    this.rules = rules;
    relations = new Relations(trace, rules);
    order = new Order(trace.size());
    relations.addProgramOrder(order);
    relations.addObservedOrder(order);
    relations.addWriteReadDependencies(order);
    order.close();
    boolean added = rules.have(Rule.ORDERED_SECTIONS);
    while (added) {
      List<Pair> edges = releaseOrderDependencies();
      edges.forEach(order::addEdge);
      order.close();
      added = !edges.isEmpty() && rules.have(Rule.ORDERED_SECTIONS_AGAIN);
    }
  }

  /** e in CS(y), f in a later CS(y)', e before f: then the release of CS(y) is before f. */
  private List<Pair> releaseOrderDependencies() {
    List<Pair> edges = new ArrayList<>();
    relations.forEachExclusion(
        (s, t) -> {
          for (int f : relations.events(t)) {
            if (!order.before(s.release(), f) && counts(t, f) && isAnyBefore(s, f)) {
              edges.add(new Pair(s.release(), f));
            }
          }
        });
    return edges;
  }

  /**
   * Whether the rule is applied to a later section at one of its events. An acquire of another lock
   * inside of it brings something new only by this very rule.
   */
  private boolean counts(Section t, int f) {
    return rules.have(Rule.ORDERED_SECTIONS_AT_ONCE) || f == t.acquire() || hasNewsItself(f);
  }

  private boolean hasNewsItself(int f) {
    int thread = trace.event(f).thread();
    Op op = trace.event(f).op();
    if (op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED) {
      return false;
    }
    for (int e = 1; e < f; e++) {
      if (trace.event(e).thread() != thread && order.hasEdge(e, f)) {
        return true;
      }
    }
    return false;
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
    if (!rules.have(Rule.LAST_WRITE_RACE)) {
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

package io.racedet.oracle;

import java.util.SortedSet;

/** The hybrid relation from its definition: the order without locks, and locksets. */
public final class HybridRelation {
  private final Relations relations;
  private final Order order;

  public HybridRelation(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public HybridRelation(TestTrace trace, Rules rules) {
    relations = new Relations(trace, rules);
    order = new Order(trace.size());
    relations.addProgramOrder(order);
    relations.addObservedOrder(order);
    order.close();
  }

  public Order order() {
    return order;
  }

  /** The conflicting pairs that are unordered and that no common lock protects. */
  public SortedSet<Pair> races() {
    return relations.conflicting((e, f) -> order.unordered(e, f) && !relations.protectedPair(e, f));
  }
}

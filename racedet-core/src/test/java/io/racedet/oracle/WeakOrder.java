package io.racedet.oracle;

import java.util.List;

/**
 * Program order and a relation weaker than happens-before that is closed under composition with
 * happens-before on both sides. Two events of one thread count as ordered; between threads this is
 * the relation itself.
 */
final class WeakOrder {
  private final int size;
  private final Order happensBefore;
  private final Order relation;
  private final Order order; // with program order

  /**
   * Creates the order with the hard edges of a trace: fork, join, wake, conflicting sync
   * operations.
   */
  WeakOrder(TestTrace trace, Relations relations, Order happensBefore) {
    size = trace.size();
    this.happensBefore = happensBefore;
    relation = new Order(size);
    order = new Order(size);
    relations.addThreadOrder(order);
    add(relations.hardEdges());
  }

  /** Adds an edge and its compositions; the closure is out of date until {@link #close}. */
  boolean add(int e, int f) {
    boolean added = relation.addEdge(e, f);
    for (int before = 1; added && before <= e; before++) {
      for (int after = f; happensBefore.beforeOrSame(before, e) && after <= size; after++) {
        if (happensBefore.beforeOrSame(f, after)) {
          relation.addEdge(before, after);
          order.addEdge(before, after);
        }
      }
    }
    return added;
  }

  /** Adds edges and closes; whether any was new. */
  boolean add(List<Pair> edges) {
    boolean added = false;
    for (Pair edge : edges) {
      added |= add(edge.first(), edge.second());
    }
    relation.close();
    order.close();
    return added;
  }

  /** Whether the relation itself orders two events, also if they are of one thread. */
  boolean relates(int e, int f) {
    return relation.before(e, f);
  }

  boolean before(int e, int f) {
    return order.before(e, f);
  }

  Order order() {
    return order;
  }
}

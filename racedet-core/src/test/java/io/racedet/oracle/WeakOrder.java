package io.racedet.oracle;

import java.util.List;
import java.util.function.Supplier;

/**
 * Program order and a relation weaker than happens-before that is closed under composition with
 * happens-before on both sides. Two events of one thread count as ordered; between threads this is
 * the relation itself.
 */
final class WeakOrder {
  private final int size;
  private final Rules rules;
  private final Order happensBefore;
  private final Order relation;
  private final Order order; // with program order
  private boolean isClosed;

  /**
   * Creates the order with the hard edges of a trace: fork, join, wake, conflicting sync
   * operations.
   */
  WeakOrder(TestTrace trace, Rules rules, Relations relations, Order happensBefore) {
    size = trace.size();
    this.rules = rules;
    this.happensBefore = happensBefore;
    relation = new Order(size);
    order = new Order(size);
    relations.addThreadOrder(order);
    if (rules.have(Rule.HARD_EDGE)) {
      add(relations.hardEdges());
    } else {
      relations.hardEdges().forEach(order::addEdge);
      add(List.of());
    }
  }

  /** Adds an edge and its compositions; the closure is out of date until {@link #close}. */
  boolean add(int e, int f) {
    boolean added = relation.addEdge(e, f);
    for (int before = 1; added && before <= e; before++) {
      if (isComposed(before, e, Rule.COMPOSITION_BEFORE)) {
        addComposed(before, f);
      }
    }
    return added;
  }

  private void addComposed(int before, int f) {
    for (int after = f; after <= size; after++) {
      if (isComposed(f, after, Rule.COMPOSITION_AFTER)) {
        relation.addEdge(before, after);
        order.addEdge(before, after);
      }
    }
  }

  private boolean isComposed(int e, int f, Rule rule) {
    return e == f || happensBefore.before(e, f) && rules.have(rule);
  }

  /** Adds edges and closes; whether any was new. */
  boolean add(List<Pair> edges) {
    boolean added = false;
    for (Pair edge : edges) {
      added |= add(edge.first(), edge.second());
    }
    if (added || !isClosed) {
      relation.close();
      order.close();
      isClosed = true;
    }
    return added;
  }

  /** Adds the edges of the rule about ordered sections, which depend on the order, to the end. */
  void addOrderedSections(Supplier<List<Pair>> rule) {
    if (!rules.have(Rule.ORDERED_SECTIONS)) {
      return;
    }
    if (!rules.have(Rule.ORDERED_SECTIONS_AT_ONCE)) {
      addSeparately(rule);
      return;
    }
    boolean added;
    do {
      added = add(rule.get());
    } while (added && rules.have(Rule.ORDERED_SECTIONS_AGAIN));
  }

  /** The same, but what is added to a target has no effect on what else is added to it. */
  private void addSeparately(Supplier<List<Pair>> rule) {
    int[] seen = new int[size + 1]; // by target: the number of changes when it was visited
    int changes = 1;
    int before;
    List<Pair> edges = rule.get();
    do {
      before = changes;
      for (int target = 1; target <= size; target++) {
        int f = target;
        if (seen[f] < changes) {
          if (add(edges.stream().filter(edge -> edge.second() == f).toList())) {
            changes++;
            edges = rule.get();
          }
          seen[f] = changes;
        }
      }
    } while (changes > before);
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

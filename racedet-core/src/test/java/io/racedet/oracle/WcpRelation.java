package io.racedet.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Weak-causally-precedes from its definition: (a) the release of a section before each conflicting
 * access in a later section of the lock, (b) the releases of two sections of a lock of which it
 * orders any events, (c) composition with happens-before. The edges of forks, joins, wakes and
 * conflicting sync operations are hard.
 */
public final class WcpRelation {
  private final Relations relations;
  private final WeakOrder order;

  public WcpRelation(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public WcpRelation(TestTrace trace, Rules rules) {
    relations = new Relations(trace, rules);
    order = new WeakOrder(trace, rules, relations, HappensBefore.asObserved(trace, rules).order());
    if (rules.have(Rule.CONFLICTING_SECTIONS)) {
      order.add(conflictingAccesses());
    }
    order.addOrderedSections(this::orderedSections);
  }

  /** Rule (a). */
  private List<Pair> conflictingAccesses() {
    List<Pair> edges = new ArrayList<>();
    relations.forEachExclusion(
        (s, t) ->
            relations.events(t).stream()
                .filter(f -> relations.conflicts(s, f))
                .forEach(f -> edges.add(new Pair(s.release(), f))));
    return edges;
  }

  /** Rule (b). If any event of s is before one of t, then its acquire is before t's last. */
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
    return order.order();
  }

  /** The conflicting pairs that are unordered. */
  public SortedSet<Pair> races() {
    return relations.conflicting(order()::unordered);
  }
}

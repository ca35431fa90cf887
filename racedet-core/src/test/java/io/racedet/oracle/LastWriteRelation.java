package io.racedet.oracle;

import java.util.SortedSet;
import java.util.function.BiPredicate;

/**
 * A relation with the last write of each read before the read, from the definition. A read is
 * unordered with what comes before it by the edge from its own last write only.
 */
public final class LastWriteRelation {
  private final Relations relations;
  private final Order base;
  private final Order order;
  private final BiPredicate<Integer, Integer> candidates;
  private final boolean isRace; // a read with its own last write

  private LastWriteRelation(
      TestTrace trace, Rules rules, Order base, BiPredicate<Integer, Integer> candidates) {
    this.base = base;
    this.candidates = candidates;
    isRace = rules.have(Rule.LAST_WRITE_RACE);
    relations = new Relations(trace, rules);
    order = new Order(trace.size());
    for (int f = 2; f <= trace.size(); f++) {
      for (int e = 1; e < f; e++) {
        if (base.before(e, f)) {
          order.addEdge(e, f);
        }
      }
    }
    relations.addWriteReadDependencies(order);
    order.close();
  }

  /** Schedulable happens-before. */
  public static LastWriteRelation schedulable(TestTrace trace) {
    return schedulable(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public static LastWriteRelation schedulable(TestTrace trace, Rules rules) {
    Order base = new HappensBefore(trace, rules).order();
    return new LastWriteRelation(trace, rules, base, (e, f) -> true);
  }

  /** The hybrid relation. */
  public static LastWriteRelation hybrid(TestTrace trace) {
    return hybrid(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public static LastWriteRelation hybrid(TestTrace trace, Rules rules) {
    Relations relations = new Relations(trace, rules);
    Order base = new HybridRelation(trace, rules).order();
    return new LastWriteRelation(trace, rules, base, (e, f) -> !relations.protectedPair(e, f));
  }

  /** The pairs of conflicting accesses that race. */
  public SortedSet<Pair> races() {
    return relations.conflicting((e, f) -> candidates.test(e, f) && isRace(e, f));
  }

  private boolean isRace(int e, int f) {
    return isRace ? !isBeforeOtherwise(e, f) : order.unordered(e, f);
  }

  /**
   * Whether a path from one event to the other ends with an edge other than from a write to its
   * read.
   */
  private boolean isBeforeOtherwise(int e, int f) {
    for (int g = e; g < f; g++) {
      if (base.before(g, f) && (g == e || order.before(e, g))) {
        return true;
      }
    }
    return false;
  }
}

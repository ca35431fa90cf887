package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.SortedSet;

/** Happens-before from its definition. */
public final class HappensBefore {
  private final Relations relations;
  private final Order order;

  public HappensBefore(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public HappensBefore(TestTrace trace, Rules rules) {
    this(trace, rules, false);
  }

  private HappensBefore(TestTrace trace, Rules rules, boolean asObserved) {
    relations = new Relations(trace, rules);
    order = new Order(trace.size());
    relations.addProgramOrder(order);
    relations.forEachExclusion((s, t) -> order.addEdge(s.release(), t.acquire()));
    if (rules.have(Rule.SYNC_WRITE_READ)) {
      relations.addEdges(order, (e, f) -> handsOver(e, Op.SYNC_WRITE, f, Op.SYNC_READ));
    }
    if (rules.have(Rule.SEND_RECEIVE)) {
      relations.addEdges(order, (e, f) -> handsOver(e, Op.SEND, f, Op.RECEIVE));
    }
    if (asObserved) {
      relations.addObservedOrder(order);
    }
    order.close();
  }

  /** With conflicting sync operations, and hand-offs through one channel, ordered as observed. */
  public static HappensBefore asObserved(TestTrace trace) {
    return asObserved(trace, Rules.ALL);
  }

  static HappensBefore asObserved(TestTrace trace, Rules rules) {
    return new HappensBefore(trace, rules, true);
  }

  private static boolean handsOver(TraceEvent e, Op from, TraceEvent f, Op to) {
    return e.op() == from && f.op() == to && e.operand() == f.operand();
  }

  public Order order() {
    return order;
  }

  /** The conflicting pairs that happens-before leaves unordered. */
  public SortedSet<Pair> races() {
    return relations.conflicting(order::unordered);
  }
}

package io.racedet.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Strong-dependently-precedes, as corrected, from its definition. It is WCP except for two writes
 * in sections of a lock: the release of the first section is not before the second write but before
 * the next read of the variable by the thread of that write; sections of one lock that reach from
 * the first of the two to the second are nevertheless ordered by rule (b).
 */
public final class SdpRelation {
  private static final int NONE = 0;

  /** Writes to a variable in two sections of a lock, by the release of the first section. */
  private record WriteConflict(int lock, int firstRelease, int secondWrite) {}

  private final TestTrace trace;
  private final Rules rules;
  private final Relations relations;
  private final Order happensBefore;
  private final WeakOrder order;
  private final List<WriteConflict> writeConflicts = new ArrayList<>();

  public SdpRelation(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public SdpRelation(TestTrace trace, Rules rules) {
    this.trace = trace;
    this.rules = rules;
    relations = new Relations(trace, rules);
    happensBefore = HappensBefore.asObserved(trace, rules).order();
    order = new WeakOrder(trace, rules, relations, happensBefore);
    List<Pair> edges = new ArrayList<>();
    relations.forEachExclusion((s, t) -> addConflicts(s, t, edges));
    order.add(edges);
    order.addOrderedSections(this::orderedSections);
  }

  /** Rule (a). */
  private void addConflicts(Section s, Section t, List<Pair> edges) {
    for (int f : relations.events(t)) {
      TraceEvent access = trace.event(f);
      for (int e : relations.events(s)) {
        if (!relations.touchSame(trace.event(e), access)) {
          continue;
        }
        if (!trace.event(e).isWrite() || !access.isWrite()) {
          if (rules.have(Rule.CONFLICTING_SECTIONS)) {
            edges.add(new Pair(s.release(), f));
          }
        } else {
          writeConflicts.add(new WriteConflict(s.lock(), s.release(), f));
          int read = nextRead(f);
          if (read != NONE && rules.have(Rule.NEXT_READ)) {
            edges.add(new Pair(s.release(), read));
          }
        }
      }
    }
  }

  /** The first read after a write of the same variable by the same thread. */
  private int nextRead(int write) {
    TraceEvent written = trace.event(write);
    for (int i = write + 1; i <= trace.size(); i++) {
      TraceEvent e = trace.event(i);
      if (e.isRead() && e.thread() == written.thread() && e.operand() == written.operand()) {
        return i;
      }
    }
    return NONE;
  }

  /** Rule (b). */
  private List<Pair> orderedSections() {
    List<Pair> edges = new ArrayList<>();
    relations.forEachExclusion(
        (s, t) -> {
          if (!t.isOpen()
              && (order.before(s.acquire(), t.release()) || surroundWriteConflict(s, t))) {
            edges.add(new Pair(s.release(), t.release()));
          }
        });
    return edges;
  }

  private boolean surroundWriteConflict(Section s, Section t) {
    return writeConflicts.stream()
        .filter(c -> happensBefore.beforeOrSame(s.acquire(), c.firstRelease()))
        .anyMatch(
            c ->
                relations.events(t).contains(c.secondWrite())
                    ? c.lock() != s.lock() && rules.have(Rule.AROUND_WRITES)
                    : happensBefore.before(c.secondWrite(), t.release())
                        && rules.have(Rule.BEHIND_WRITES));
  }

  public Order order() {
    return order.order();
  }

  /** The conflicting pairs with disjoint locksets that are unordered. */
  public SortedSet<Pair> races() {
    return relations.conflicting(
        (e, f) -> order().unordered(e, f) && !relations.protectedPair(e, f));
  }
}

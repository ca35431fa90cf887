package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The pairs of successive accesses, the only ones that causally-precedes engines check: no plain
 * write to the variable lies between the two, the first is the last of its kind by its thread
 * before the second, and the second the first of its kind by its thread after the first.
 */
public final class SuccessiveAccesses {
  private final TestTrace trace;

  public SuccessiveAccesses(TestTrace trace) {
    this.trace = trace;
  }

  /** The successive ones of some pairs. */
  public SortedSet<Pair> of(SortedSet<Pair> pairs) {
    SortedSet<Pair> successive = new TreeSet<>(pairs);
    successive.removeIf(pair -> isInterrupted(pair.first(), pair.second()));
    return successive;
  }

  private boolean isInterrupted(int first, int second) {
    TraceEvent e = trace.event(first);
    TraceEvent f = trace.event(second);
    for (int i = first + 1; i < second; i++) {
      TraceEvent between = trace.event(i);
      if (between.isAccess()
          && between.operand() == e.operand()
          && (between.op() == Op.WRITE || isSameKind(between, e) || isSameKind(between, f))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSameKind(TraceEvent a, TraceEvent b) {
    return a.op() == b.op() && a.thread() == b.thread();
  }
}

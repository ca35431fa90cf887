package io.racedet.oracle;

import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The races of each access with the accesses that goldilocks keeps locksets of: the last plain
 * write, and for each thread its last plain read, atomic read and atomic write since then.
 */
public final class LastAccesses {
  private final TestTrace trace;
  private final Order order;

  public LastAccesses(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public LastAccesses(TestTrace trace, Rules rules) {
    this.trace = trace;
    order = new HappensBefore(trace, rules).order();
  }

  /** All pairs of an access with a conflicting one of those kept that is not before it. */
  public SortedSet<Pair> races() {
    SortedSet<Pair> races = new TreeSet<>();
    for (int f = 2; f <= trace.size(); f++) {
      for (int e = f - 1; e >= 1 && trace.event(f).isAccess(); e--) {
        boolean conflict = trace.event(e).conflictsWith(trace.event(f));
        if (conflict && isKept(e, f) && !order.before(e, f)) {
          races.add(new Pair(e, f));
        }
      }
    }
    return races;
  }

  /** Whether no plain write, nor a like access by the same thread, comes between. */
  private boolean isKept(int e, int f) {
    TraceEvent kept = trace.event(e);
    return trace.events().subList(e, f - 1).stream()
        .filter(g -> g.isAccess() && g.operand() == kept.operand())
        .noneMatch(
            g ->
                g.isWrite() && !g.isAtomic() || g.thread() == kept.thread() && g.op() == kept.op());
  }
}

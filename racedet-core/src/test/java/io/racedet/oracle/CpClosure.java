package io.racedet.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

public final class CpClosure {
  private final TestTrace trace;
  private final Relations relations;
  private final Order hb;
  private final boolean[][] cp;
  private final int n;
  private final List<int[]> edges = new ArrayList<>();

  public CpClosure(TestTrace trace, boolean atomicsConflict) {
    this.trace = trace;
    n = trace.size();
    relations = new Relations(trace);
    hb = new Order(n);
    relations.addProgramOrder(hb);
    relations.addObservedOrder(hb);
    hb.close();
    Order hard = new Order(n);
    relations.addProgramOrder(hard);
    relations.addObservedOrder(hard);
    for (int f = 1; f <= n; f++) {
      for (int e = 1; e < f; e++) {
        if (trace.event(e).thread() != trace.event(f).thread() && !hard.addEdge(e, f)) { // was there
          edges.add(new int[] {e, f});
        }
      }
    }
    List<Section> ss = relations.sections();
    for (Section s : ss) {
      for (Section t : ss) {
        if (s.lock() == t.lock() && !(s.shared() && t.shared()) && s.release() < t.acquire()) {
          hb.addEdge(s.release(), t.acquire());
        }
      }
    }
    hb.close();
    cp = new boolean[n + 1][n + 1];
    for (int[] edge : edges) {
      add(edge[0], edge[1]);
    }
    for (Section s : ss) {
      for (Section t : ss) {
        if (s.excludes(t) && s.release() < t.acquire() && conflict(s, t, atomicsConflict)) {
          add(s.release(), t.acquire());
        }
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Section s : ss) {
        for (Section t : ss) {
          if (s.lock() == t.lock()
              && !(s.shared() && t.shared())
              && s.release() < t.acquire()
              && !cp[s.release()][t.acquire()]
              && ordered(s, t)) {
            add(s.release(), t.acquire());
            changed = true;
          }
        }
      }
    }
  }

  private boolean ordered(Section s, Section t) {
    for (int f = t.acquire(); f <= Math.min(n, t.release()); f++) {
      if (trace.event(f).thread() == t.thread() && cp[s.acquire()][f]) {
        return true;
      }
    }
    return false;
  }

  private boolean conflict(Section s, Section t, boolean atomicsConflict) {
    for (int e = s.acquire(); e <= s.release(); e++) {
      for (int f = t.acquire(); f <= Math.min(n, t.release()); f++) {
        TraceEvent a = trace.event(e);
        TraceEvent b = trace.event(f);
        if (a.thread() == s.thread() && b.thread() == t.thread()) {
          if (a.conflictsWith(b)) return true;
          if (atomicsConflict && a.isAccess() && b.isAccess() && a.operand() == b.operand()
              && (a.isWrite() || b.isWrite())) return true;
        }
      }
    }
    return false;
  }

  private void add(int r, int a) {
    for (int e = 1; e <= r; e++) {
      if (e == r || hb.before(e, r)) {
        for (int f = a; f <= n; f++) {
          if (f == a || hb.before(a, f)) {
            cp[e][f] = true;
          }
        }
      }
    }
  }

  public boolean before(int e, int f) {
    return cp[e][f];
  }

  public SortedSet<Pair> races() {
    return relations.conflicting((e, f) -> !cp[e][f]);
  }

  /** Successive pairs. */
  public SortedSet<Pair> successive() {
    SortedSet<Pair> r = new TreeSet<>();
    for (Pair p : races()) {
      if (isSuccessive(p.first(), p.second())) r.add(p);
    }
    return r;
  }

  private boolean isSuccessive(int e, int f) {
    TraceEvent a = trace.event(e);
    TraceEvent b = trace.event(f);
    for (int i = e + 1; i < f; i++) {
      TraceEvent c = trace.event(i);
      if (!c.isAccess() || c.operand() != a.operand()) continue;
      if (c.op() == io.racedet.event.Op.WRITE) return false;
      if (c.op() == a.op() && c.thread() == a.thread()) return false;
      if (c.op() == b.op() && c.thread() == b.thread()) return false;
    }
    return true;
  }
}

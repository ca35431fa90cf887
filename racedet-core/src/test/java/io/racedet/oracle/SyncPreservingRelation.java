package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;

/**
 * Sync-preserving races (Mathur, Pavlogiannis, Viswanathan, POPL 2021) by their definition: the
 * smallest set with the events before two accesses that is closed under what each event needs, and
 * under the release of the earlier one of two sections that exclude each other, has neither access.
 */
public final class SyncPreservingRelation {
  private final TestTrace trace;
  private final Relations relations;
  private final Order needs;

  public SyncPreservingRelation(TestTrace trace) {
    this.trace = trace;
    relations = new Relations(trace);
    needs = new Order(trace.size());
    relations.addProgramOrder(needs);
    relations.addWriteReadDependencies(needs);
    relations.addEdges(
        needs, (e, f) -> e.op() == Op.SEND && f.op() == Op.RECEIVE && e.operand() == f.operand());
    for (int f = 1; f <= trace.size(); f++) {
      int write = trace.event(f).op() == Op.SYNC_READ ? lastSyncWrite(f) : 0;
      if (write > 0) {
        needs.addEdge(write, f);
      }
    }
    needs.close();
  }

  private int lastSyncWrite(int read) {
    int i = read - 1;
    while (i > 0 && !isWriteOf(read, trace.event(i))) {
      i--;
    }
    return i;
  }

  private boolean isWriteOf(int read, TraceEvent e) {
    return e.op() == Op.SYNC_WRITE && e.operand() == trace.event(read).operand();
  }

  /** The races. */
  public SortedSet<Pair> races() {
    return relations.conflicting(this::isRace);
  }

  /** The order of what each event needs. */
  Order needs() {
    return needs;
  }

  private boolean isRace(int e, int f) {
    BitSet set = before(e);
    set.or(before(f));
    set = closure(set);
    return !set.get(e) && !set.get(f);
  }

  /** The events that come before an event in its thread, and the fork of the thread. */
  public BitSet before(int event) {
    int thread = trace.event(event).thread();
    BitSet set = new BitSet();
    for (int i = 1; i < event; i++) {
      TraceEvent e = trace.event(i);
      if (e.thread() == thread || e.op() == Op.FORK && e.operand() == thread) {
        set.set(i);
      }
    }
    return set;
  }

  /** The smallest closed set with given events. */
  public BitSet closure(BitSet events) {
    BitSet set = (BitSet) events.clone();
    int size;
    do {
      size = set.cardinality();
      addNeeds(set);
      addReleases(set);
    } while (set.cardinality() > size);
    return set;
  }

  private void addNeeds(BitSet set) {
    for (int f = 1; f <= trace.size(); f++) {
      for (int e = 1; set.get(f) && e < f; e++) {
        if (needs.before(e, f)) {
          set.set(e);
        }
      }
    }
  }

  private void addReleases(BitSet set) {
    List<Section> sections = relations.sections();
    for (Section s : sections) {
      for (Section t : sections) {
        if (s.acquire() < t.acquire()
            && relations.exclude(s, t)
            && set.get(s.acquire())
            && set.get(t.acquire())) {
          set.set(s.release()); // of an open section no later one follows
        }
      }
    }
  }
}

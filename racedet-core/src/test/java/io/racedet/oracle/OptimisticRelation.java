package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;

/**
 * Optimistic sync-reversal races (Shi, Mathur, Pavlogiannis, OOPSLA 2024) by their definition: the
 * optimistic lock closure of two accesses has neither of them and at most one unfinished section of
 * each lock, and the optimistic reordering graph of it has no cycle.
 */
public final class OptimisticRelation {
  private final TestTrace trace;
  private final Relations relations;
  private final SyncPreservingRelation preserving;
  private final Order needs;

  public OptimisticRelation(TestTrace trace) {
    this.trace = trace;
    relations = new Relations(trace);
    preserving = new SyncPreservingRelation(trace);
    needs = preserving.needs();
  }

  /** The races. */
  public SortedSet<Pair> races() {
    return relations.conflicting(this::isRace);
  }

  private boolean isRace(int e, int f) {
    BitSet set = closure(e, f);
    return !set.get(e) && !set.get(f) && isAtMostOneUnfinished(set) && !hasCycle(set);
  }

  /** With each acquire its release, unless that needs one of the accesses. */
  private BitSet closure(int e, int f) {
    BitSet set = withNeeds(preserving.before(e));
    set.or(withNeeds(preserving.before(f)));
    int size;
    do {
      size = set.cardinality();
      for (Section s : relations.sections()) {
        if (set.get(s.acquire()) && !s.isOpen()) {
          BitSet more = new BitSet();
          more.set(s.release());
          more = withNeeds(more);
          if (!more.get(e) && !more.get(f)) {
            set.or(more);
          }
        }
      }
    } while (set.cardinality() > size);
    return set;
  }

  private BitSet withNeeds(BitSet events) {
    BitSet all = (BitSet) events.clone();
    for (int f = 1; f <= trace.size(); f++) {
      for (int e = 1; events.get(f) && e < f; e++) {
        if (needs.before(e, f)) {
          all.set(e);
        }
      }
    }
    return all;
  }

  private boolean isFinished(Section s, BitSet set) {
    return !s.isOpen() && set.get(s.release());
  }

  private List<Section> sections(BitSet set, boolean finished) {
    return relations.sections().stream()
        .filter(s -> set.get(s.acquire()) && isFinished(s, set) == finished)
        .toList();
  }

  private boolean isAtMostOneUnfinished(BitSet set) {
    List<Section> unfinished = sections(set, false);
    return unfinished.stream().noneMatch(s -> unfinished.stream().anyMatch(t -> exclude(s, t)));
  }

  private static boolean exclude(Section s, Section t) {
    return s.thread() != t.thread() && s.lock() == t.lock() && !(s.shared() && t.shared());
  }

  private boolean hasCycle(BitSet set) {
    List<Pair> edges = new ArrayList<>();
    for (int f = set.nextSetBit(0); f >= 0; f = set.nextSetBit(f + 1)) {
      for (int e = set.nextSetBit(0); e < f; e = set.nextSetBit(e + 1)) {
        if (needs.before(e, f) || keepOrder(trace.event(e), trace.event(f))) {
          edges.add(new Pair(e, f));
        }
      }
    }
    List<Section> finished = sections(set, true);
    for (Section s : finished) {
      finished.stream()
          .filter(t -> exclude(s, t) && s.acquire() < t.acquire())
          .forEach(t -> edges.add(new Pair(s.release(), t.acquire())));
      sections(set, false).stream()
          .filter(t -> exclude(s, t))
          .forEach(t -> edges.add(new Pair(s.release(), t.acquire())));
    }
    BitSet left = (BitSet) set.clone();
    while (!left.isEmpty()) {
      int next = first(left, edges);
      if (next < 0) {
        return true;
      }
      left.clear(next);
    }
    return false;
  }

  /** An event of a set before which no other one of it comes, or a negative number. */
  private static int first(BitSet set, List<Pair> edges) {
    return set.stream()
        .filter(f -> edges.stream().noneMatch(edge -> edge.second() == f && set.get(edge.first())))
        .findFirst()
        .orElse(-1);
  }

  private static boolean keepOrder(TraceEvent e, TraceEvent f) {
    boolean isSync = isSync(e) && isSync(f) && e.operand() == f.operand();
    return e.touchesSameAs(f) || isSync && (e.op() == Op.SYNC_WRITE || f.op() == Op.SYNC_WRITE);
  }

  private static boolean isSync(TraceEvent e) {
    return e.op() == Op.SYNC_READ || e.op() == Op.SYNC_WRITE;
  }
}

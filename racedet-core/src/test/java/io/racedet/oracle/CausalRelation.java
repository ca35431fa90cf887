package io.racedet.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.BiPredicate;

/**
 * The relations that compose with happens-before on both sides, from their definitions: CP, WCP and
 * SDP. Their edges are those that hold in every reordering, conflicting sync operations as they
 * came, and what their rules (a) and (b) say.
 */
public final class CausalRelation {
  /** A write-write conflict of two sections that SDP delays. */
  private record Delayed(int lock, int release, int write) {}

  private final TestTrace trace;
  private final Relations relations;
  private final Order happensBefore;
  private final BiPredicate<Integer, Integer> candidates;
  private final boolean[][] edge; // of the relation itself
  private final boolean[][] before; // composed with happens-before
  private final List<Delayed> delayed = new ArrayList<>();

  private CausalRelation(TestTrace trace, BiPredicate<Integer, Integer> candidates) {
    this.trace = trace;
    this.candidates = candidates;
    relations = new Relations(trace);
    happensBefore = new Order(trace.size());
    edge = new boolean[trace.size() + 1][trace.size() + 1];
    before = new boolean[trace.size() + 1][trace.size() + 1];
    Order hard = new Order(trace.size());
    relations.addProgramOrder(hard);
    relations.addObservedOrder(hard);
    relations.addProgramOrder(happensBefore);
    relations.addObservedOrder(happensBefore);
    for (Section s : relations.sections()) {
      for (Section t : relations.sections()) {
        if (isLater(s, t)) {
          happensBefore.addEdge(s.release(), t.acquire());
        }
      }
    }
    happensBefore.close();
    for (int f = 1; f <= trace.size(); f++) {
      for (int e = 1; e < f; e++) {
        if (hard.hasEdge(e, f) && trace.event(e).thread() != trace.event(f).thread()) {
          edge[e][f] = true;
        }
      }
    }
  }

  /** Causally-precedes. */
  public static CausalRelation cp(TestTrace trace) {
    CausalRelation cp = new CausalRelation(trace, (e, f) -> true);
    cp.forLaterSections(
        (s, t) -> {
          if (cp.conflict(s, t)) {
            cp.edge[s.release()][t.acquire()] = true;
          }
        });
    cp.close((s, t) -> cp.before[s.acquire()][cp.end(t)], Section::acquire);
    return cp;
  }

  /** Weak causally-precedes. */
  public static CausalRelation wcp(TestTrace trace) {
    CausalRelation wcp = new CausalRelation(trace, (e, f) -> true);
    wcp.forLaterSections(
        (s, t) -> wcp.forConflicts(s, t, (e, f) -> wcp.edge[s.release()][f] = true));
    wcp.close((s, t) -> !t.isOpen() && wcp.isBeforeInside(s, t), Section::release);
    return wcp;
  }

  /** Strong dependently-precedes, in the form of column SDP2. */
  public static CausalRelation sdp(TestTrace trace) {
    Relations locksets = new Relations(trace);
    CausalRelation sdp = new CausalRelation(trace, (e, f) -> !locksets.protectedPair(e, f));
    sdp.forLaterSections((s, t) -> sdp.forConflicts(s, t, (e, f) -> sdp.conflictOf(s, e, f)));
    sdp.close(
        (s, t) -> !t.isOpen() && (sdp.isBeforeInside(s, t) || sdp.isDelayedInside(s, t)),
        Section::release);
    return sdp;
  }

  private void conflictOf(Section s, int e, int f) {
    if (!trace.event(e).isWrite() || !trace.event(f).isWrite()) {
      edge[s.release()][f] = true;
      return;
    }
    delayed.add(new Delayed(s.lock(), s.release(), f));
    nextRead(f).ifPresent(read -> edge[s.release()][read] = true);
  }

  private Optional<Integer> nextRead(int write) {
    for (int f = write + 1; f <= trace.size(); f++) {
      TraceEvent event = trace.event(f);
      if (event.isRead()
          && event.thread() == trace.event(write).thread()
          && event.operand() == trace.event(write).operand()) {
        return Optional.of(f);
      }
    }
    return Optional.empty();
  }

  private boolean isDelayedInside(Section s, Section t) {
    for (Delayed d : delayed) {
      boolean after = s.acquire() == d.release || happensBefore.before(s.acquire(), d.release);
      boolean inside = trace.event(d.write).thread() == t.thread() && t.contains(d.write);
      if (after && (inside ? d.lock != t.lock() : happensBefore.before(d.write, t.release()))) {
        return true;
      }
    }
    return false;
  }

  private interface SectionRule {
    boolean holds(Section s, Section t);
  }

  private interface Target {
    int of(Section later);
  }

  /** Adds the edges of rule (b) until there are no more. */
  private void close(SectionRule rule, Target target) {
    boolean[] changed = {true};
    while (changed[0]) {
      changed[0] = false;
      compose();
      forLaterSections(
          (s, t) -> {
            if (!edge[s.release()][Math.min(target.of(t), trace.size())] && rule.holds(s, t)) {
              edge[s.release()][target.of(t)] = true;
              changed[0] = true;
            }
          });
    }
  }

  private void compose() {
    int n = trace.size();
    for (int a = 1; a <= n; a++) {
      for (int b = a + 1; b <= n; b++) {
        if (edge[a][b] && !before[a][b]) {
          for (int e = 1; e <= a; e++) {
            for (int f = b; (e == a || happensBefore.before(e, a)) && f <= n; f++) {
              before[e][f] |= f == b || happensBefore.before(b, f);
            }
          }
        }
      }
    }
  }

  private interface SectionPair {
    void take(Section s, Section t);
  }

  private void forLaterSections(SectionPair pair) {
    for (Section s : relations.sections()) {
      for (Section t : relations.sections()) {
        if (isLater(s, t)) {
          pair.take(s, t);
        }
      }
    }
  }

  private static boolean isLater(Section s, Section t) {
    return s.excludes(t) && s.release() < t.acquire();
  }

  private interface Conflict {
    void take(int e, int f);
  }

  private void forConflicts(Section s, Section t, Conflict conflict) {
    for (int e = s.acquire(); e <= s.release(); e++) {
      for (int f = t.acquire(); f <= Math.min(t.release(), trace.size()); f++) {
        if (trace.event(e).thread() == s.thread()
            && trace.event(f).thread() == t.thread()
            && trace.event(e).conflictsWith(trace.event(f))) {
          conflict.take(e, f);
        }
      }
    }
  }

  private boolean conflict(Section s, Section t) {
    boolean[] found = new boolean[1];
    forConflicts(s, t, (e, f) -> found[0] = true);
    return found[0];
  }

  private boolean isBeforeInside(Section s, Section t) {
    // What is before an event of a thread is before all later ones of it, and the other way round.
    return before[s.acquire()][t.release()];
  }

  /** The release, or the last event of the thread where there is none. */
  private int end(Section t) {
    int end = t.release();
    for (int i = trace.size(); end == Section.OPEN; i--) {
      end = trace.event(i).thread() == t.thread() ? i : end;
    }
    return end;
  }

  /** Whether two events are ordered, by program order or by the relation. */
  public boolean isOrdered(int e, int f) {
    return trace.event(e).thread() == trace.event(f).thread() || before[e][f];
  }

  /** The conflicting pairs that race. */
  public SortedSet<Pair> races() {
    return relations.conflicting((e, f) -> !isOrdered(e, f) && candidates.test(e, f));
  }

  /** Happens-before with conflicting sync operations as they came. */
  public Order happensBefore() {
    return happensBefore;
  }
}

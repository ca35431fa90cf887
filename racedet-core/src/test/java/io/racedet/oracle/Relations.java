package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** The parts that the relations share: program order, hand-offs, locksets, conflicting pairs. */
final class Relations {
  private static final int NONE = 0;
  private static final List<Set<Op>> ORDERED_AS_OBSERVED =
      List.of(Set.of(Op.SYNC_READ, Op.SYNC_WRITE), Set.of(Op.RECEIVE, Op.SEND));
  private static final Set<Op> UNORDERED_AMONG_THEMSELVES = Set.of(Op.SYNC_READ, Op.RECEIVE);

  private final TestTrace trace;
  private final List<Section> sections;
  private final Map<Section, List<Integer>> events = new HashMap<>();

  Relations(TestTrace trace) {
    this.trace = trace;
    this.sections = Section.of(trace);
    for (Section s : sections) {
      events.put(
          s,
          IntStream.rangeClosed(s.acquire(), Math.min(s.release(), trace.size()))
              .filter(i -> trace.event(i).thread() == s.thread())
              .boxed()
              .toList());
    }
  }

  List<Section> sections() {
    return sections;
  }

  /** Adds an edge between every two positions, earlier first, whose events the rule orders. */
  void addEdges(Order order, BiPredicate<TraceEvent, TraceEvent> rule) {
    pairs(rule).forEach(order::addEdge);
  }

  private List<Pair> pairs(BiPredicate<TraceEvent, TraceEvent> rule) {
    List<Pair> pairs = new ArrayList<>();
    for (int f = 2; f <= trace.size(); f++) {
      for (int e = 1; e < f; e++) {
        if (rule.test(trace.event(e), trace.event(f))) {
          pairs.add(new Pair(e, f));
        }
      }
    }
    return pairs;
  }

  /** The order of every reordering: program order, fork, join, notify to wake. */
  void addProgramOrder(Order order) {
    addThreadOrder(order);
    startsAndEnds().forEach(order::addEdge);
  }

  /** The order of the events of each thread. */
  void addThreadOrder(Order order) {
    addEdges(order, (e, f) -> e.thread() == f.thread());
  }

  /** Edges from fork to child, child to join, notify to the wake that it caused. */
  List<Pair> startsAndEnds() {
    List<Pair> edges = new ArrayList<>();
    edges.addAll(pairs((e, f) -> e.op() == Op.FORK && e.operand() == f.thread()));
    edges.addAll(pairs((e, f) -> f.op() == Op.JOIN && f.operand() == e.thread()));
    edges.addAll( // a thread without events of its own
        pairs((e, f) -> e.op() == Op.FORK && f.op() == Op.JOIN && e.operand() == f.operand()));
    causesOfWakes().forEach((wake, notify) -> edges.add(new Pair(notify, wake)));
    return edges;
  }

  /**
   * Edges that are hard in composing relations: everything that happens before the source is before
   * the target. There are none within a thread.
   */
  List<Pair> hardEdges() {
    List<Pair> edges = startsAndEnds();
    edges.addAll(pairs((e, f) -> e.thread() != f.thread() && keptInOrder(e, f)));
    return edges;
  }

  /** The observed order of conflicting sync operations, and of hand-offs through one channel. */
  void addObservedOrder(Order order) {
    addEdges(order, Relations::keptInOrder);
  }

  private static boolean keptInOrder(TraceEvent e, TraceEvent f) {
    return ORDERED_AS_OBSERVED.stream().anyMatch(s -> s.contains(e.op()) && s.contains(f.op()))
        && e.operand() == f.operand()
        && !(UNORDERED_AMONG_THEMSELVES.contains(e.op())
            && UNORDERED_AMONG_THEMSELVES.contains(f.op()));
  }

  /** The last write of each read before the read. */
  void addWriteReadDependencies(Order order) {
    for (int r = 1; r <= trace.size(); r++) {
      if (trace.event(r).isRead() && lastWrite(r) > NONE) {
        order.addEdge(lastWrite(r), r);
      }
    }
  }

  /** The notify that caused each wake that has one. */
  SortedMap<Integer, Integer> causesOfWakes() {
    SortedMap<Integer, Integer> causes = new TreeMap<>();
    for (int f = 1; f <= trace.size(); f++) {
      int notify = trace.event(f).op() == Op.WAKE ? causeOfWake(f) : NONE;
      if (notify != NONE) {
        causes.put(f, notify);
      }
    }
    return causes;
  }

  /**
   * The last notify on the operand between release and acquire of the wait. The lock of the wait is
   * the operand itself, or for a condition the lock that its thread acquired last.
   */
  private int causeOfWake(int wake) {
    TraceEvent woken = trace.event(wake);
    Section resumed = null;
    for (Section s : sections) {
      boolean held = s.thread() == woken.thread() && !s.shared() && s.contains(wake);
      if (held && (resumed == null || resumed.lock() != woken.operand())) {
        resumed = s;
      }
      if (held && s.lock() == woken.operand()) {
        resumed = s;
      }
    }
    if (resumed == null) {
      return NONE;
    }
    int released = NONE;
    for (Section s : sections) {
      if (s.thread() == woken.thread()
          && !s.shared()
          && s.lock() == resumed.lock()
          && s.release() < resumed.acquire()) {
        released = Math.max(released, s.release());
      }
    }
    int cause = NONE;
    for (int i = released + 1; released != NONE && i < resumed.acquire(); i++) {
      TraceEvent e = trace.event(i);
      if (e.op() == Op.NOTIFY && e.operand() == woken.operand()) {
        cause = i;
      }
    }
    return cause;
  }

  /** The last write of the variable before a read, 0 when there is none. */
  int lastWrite(int read) {
    for (int i = read - 1; i >= 1; i--) {
      if (trace.event(i).isWrite() && trace.event(i).operand() == trace.event(read).operand()) {
        return i;
      }
    }
    return NONE;
  }

  /** Whether a lock that both hold, at least one of them exclusively, protects the two. */
  boolean protectedPair(int e, int f) {
    for (Section s : sections) {
      for (Section t : sections) {
        if (s.excludes(t) && holds(e, s) && holds(f, t)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean holds(int event, Section s) {
    return trace.event(event).thread() == s.thread() && s.contains(event);
  }

  /** Pairs of sections, the earlier first, that exclude each other. */
  void forEachExclusion(BiConsumer<Section, Section> action) {
    for (Section s : sections) {
      for (Section t : sections) {
        if (s.excludes(t) && s.release() < t.acquire()) {
          action.accept(s, t);
        }
      }
    }
  }

  /** The events of a section: those of its own thread from its acquire to its release. */
  List<Integer> events(Section s) {
    return events.get(s);
  }

  /** The last event of a section: its release, or for an open one the last of its thread. */
  int lastEvent(Section s) {
    List<Integer> events = events(s);
    return events.get(events.size() - 1);
  }

  /** Whether a section has an access of the variable of a later one, either a write. */
  boolean conflicts(Section s, int access) {
    TraceEvent f = trace.event(access);
    return events(s).stream().anyMatch(e -> trace.event(e).touchesSameAs(f));
  }

  /** All conflicting pairs that a test accepts. */
  SortedSet<Pair> conflicting(BiPredicate<Integer, Integer> test) {
    SortedSet<Pair> pairs = new TreeSet<>();
    for (int f = 2; f <= trace.size(); f++) {
      for (int e = 1; e < f; e++) {
        if (trace.event(e).conflictsWith(trace.event(f)) && test.test(e, f)) {
          pairs.add(new Pair(e, f));
        }
      }
    }
    return pairs;
  }
}

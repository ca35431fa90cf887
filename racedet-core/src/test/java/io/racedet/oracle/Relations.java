package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /** Two operations on one sync variable or channel of which observed order is kept. */
  private record Kept(Op before, Op after, Rule rule) {}

  private static final List<Kept> ORDERED_AS_OBSERVED =
      List.of(
          new Kept(Op.SYNC_WRITE, Op.SYNC_READ, Rule.SYNC_WRITE_READ),
          new Kept(Op.SYNC_READ, Op.SYNC_WRITE, Rule.SYNC_READ_WRITE),
          new Kept(Op.SYNC_WRITE, Op.SYNC_WRITE, Rule.SYNC_WRITE_WRITE),
          new Kept(Op.SEND, Op.RECEIVE, Rule.SEND_RECEIVE),
          new Kept(Op.RECEIVE, Op.SEND, Rule.RECEIVE_SEND),
          new Kept(Op.SEND, Op.SEND, Rule.SEND_SEND));

  private final TestTrace trace;
  private final Rules rules;
  private final List<Kept> kept;
  private final List<Section> sections;
  private final Map<Section, List<Integer>> events = new HashMap<>();

  Relations(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  Relations(TestTrace trace, Rules rules) {
    this.trace = trace;
    this.rules = rules;
    this.sections = Section.of(trace, rules);
    kept = ORDERED_AS_OBSERVED.stream().filter(k -> rules.have(k.rule)).toList();
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
      TraceEvent later = trace.event(f);
      for (int e = 1; e < f; e++) {
        if (rule.test(trace.event(e), later)) {
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
    addIf(Rule.FORK, edges, (e, f) -> e.op() == Op.FORK && e.operand() == f.thread());
    addIf(Rule.JOIN, edges, (e, f) -> f.op() == Op.JOIN && f.operand() == e.thread());
    addIf(
        Rule.CHILD_WITHOUT_EVENTS,
        edges,
        (e, f) -> e.op() == Op.FORK && f.op() == Op.JOIN && e.operand() == f.operand());
    if (rules.have(Rule.WAKE)) {
      causesOfWakes().forEach((wake, notify) -> edges.add(new Pair(notify, wake)));
    }
    return edges;
  }

  private void addIf(Rule rule, List<Pair> edges, BiPredicate<TraceEvent, TraceEvent> test) {
    if (rules.have(rule)) {
      edges.addAll(pairs(test));
    }
  }

  /**
   * Edges that are hard in composing relations: everything that happens before the source is before
   * the target. There are none within a thread, but for a child without events: no thread ends its
   * own wait.
   */
  List<Pair> hardEdges() {
    List<Pair> edges = startsAndEnds();
    edges.removeIf(edge -> isOwnWake(edge.first(), edge.second()));
    edges.addAll(pairs((e, f) -> e.thread() != f.thread() && keptInOrder(e, f)));
    return edges;
  }

  private boolean isOwnWake(int e, int f) {
    return trace.event(f).op() == Op.WAKE && trace.event(e).thread() == trace.event(f).thread();
  }

  /** The observed order of conflicting sync operations, and of hand-offs through one channel. */
  void addObservedOrder(Order order) {
    addEdges(order, this::keptInOrder);
  }

  private boolean keptInOrder(TraceEvent e, TraceEvent f) {
    if (e.operand() != f.operand()) {
      return false;
    }
    for (Kept k : kept) { // not a stream: asked for all pairs of events of thousands of traces
      if (k.before == e.op() && k.after == f.op()) {
        return true;
      }
    }
    return false;
  }

  /** The last write of each read before the read. */
  void addWriteReadDependencies(Order order) {
    for (int r = 1; r <= trace.size(); r++) {
      boolean isRead = trace.event(r).isRead() && rules.have(Rule.LAST_WRITE_READ);
      if (isRead && lastWrite(r) > NONE) {
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
    return released == NONE ? NONE : notifyDuring(released, resumed.acquire(), wake);
  }

  private int notifyDuring(int released, int acquired, int wake) {
    int from = rules.have(Rule.NOTIFY_AFTER_RELEASE) ? released : NONE;
    int until = rules.have(Rule.NOTIFY_BEFORE_ACQUIRE) ? acquired : wake;
    int cause = NONE;
    for (int i = from + 1; i < until; i++) {
      TraceEvent e = trace.event(i);
      boolean isFirst = cause == NONE || rules.have(Rule.LAST_NOTIFY);
      if (isFirst && e.op() == Op.NOTIFY && e.operand() == trace.event(wake).operand()) {
        cause = i;
      }
    }
    return cause;
  }

  /** The last write to the variable before a read, 0 when there is none. */
  int lastWrite(int read) {
    for (int i = read - 1; i >= 1; i--) {
      TraceEvent e = trace.event(i);
      boolean counts = !e.isAtomic() || rules.have(Rule.ATOMIC_ACCESS);
      if (counts && e.isWrite() && e.operand() == trace.event(read).operand()) {
        return i;
      }
    }
    return NONE;
  }

  /** Whether a lock that both hold, at least one of them exclusively, protects the two. */
  boolean protectedPair(int e, int f) {
    if (!rules.have(Rule.LOCKSET)) {
      return false;
    }
    for (Section s : sections) {
      for (Section t : sections) {
        if (holds(e, s) && holds(f, t) && excludes(s, t)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean holds(int event, Section s) {
    return trace.event(event).thread() == s.thread() && s.contains(event);
  }

  /** Whether two sections exclude each other, the first of which comes first. */
  private boolean excludes(Section s, Section t) {
    return s.thread() != t.thread() && excludesInMode(s, t);
  }

  /** Whether two sections exclude each other, in any order. */
  boolean exclude(Section s, Section t) {
    return s.acquire() < t.acquire() ? excludes(s, t) : excludes(t, s);
  }

  /** The same for two sections that may be of one thread. */
  boolean excludesInMode(Section s, Section t) {
    return s.lock() == t.lock() && rules.have(exclusion(s, t)) == !(s.shared() && t.shared());
  }

  private static Rule exclusion(Section s, Section t) {
    if (s.shared()) {
      return t.shared() ? Rule.SHARED_SECTIONS : Rule.EXCLUSIVE_AFTER_SHARED;
    }
    return t.shared() ? Rule.SHARED_AFTER_EXCLUSIVE : Rule.EXCLUSIVE_SECTIONS;
  }

  /** Pairs of sections, the earlier first, that exclude each other. */
  void forEachExclusion(BiConsumer<Section, Section> action) {
    for (Section s : sections) {
      for (Section t : sections) {
        if (s.release() < t.acquire() && excludes(s, t)) {
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

  /** Whether a section has an access to the variable of a later one, either a write. */
  boolean conflicts(Section s, int access) {
    TraceEvent f = trace.event(access);
    return events(s).stream().anyMatch(e -> touchSame(trace.event(e), f));
  }

  /** Whether two accesses to one variable count as conflicting in sections of a lock. */
  boolean touchSame(TraceEvent e, TraceEvent f) {
    boolean count = rules.have(Rule.ATOMIC_ACCESS) || !e.isAtomic() && !f.isAtomic();
    return count && e.touchesSameAs(f);
  }

  private boolean conflict(TraceEvent e, TraceEvent f) {
    return e.conflictsWith(f)
        || !rules.have(Rule.ATOMIC_PAIR) && e.touchesSameAs(f) && e.thread() != f.thread();
  }

  /** All conflicting pairs that a test accepts. */
  SortedSet<Pair> conflicting(BiPredicate<Integer, Integer> test) {
    SortedSet<Pair> pairs = new TreeSet<>();
    for (int f = 2; f <= trace.size(); f++) {
      for (int e = 1; e < f; e++) {
        if (conflict(trace.event(e), trace.event(f)) && test.test(e, f)) {
          pairs.add(new Pair(e, f));
        }
      }
    }
    return pairs;
  }
}

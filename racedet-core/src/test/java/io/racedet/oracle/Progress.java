package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * How far each thread has come in a reordering of a trace, and what may happen next. A state holds
 * the number of events of each thread that have happened, and the last write to each variable and
 * sync variable.
 */
final class Progress {
  private static final int NONE = 0;

  private final TestTrace trace;
  private final Rules rules;
  private final int threads;
  private final int variables;
  private final int[][] events; // by thread, in program order
  private final int[] ordinals; // of each event in its thread, from 1
  private final int[] forks; // by child
  private final int[] lastWrites; // of reads and sync-reads
  private final List<List<Integer>> needed = new ArrayList<>(); // what must have happened
  private final List<List<Section>> excluded = new ArrayList<>(); // sections that must not be open
  private final boolean keepsLockOrder;

  Progress(TestTrace trace, Rules rules) {
    this(trace, rules, false);
  }

  /**
   * Begins.
   *
   * @param keepsLockOrder whether of two sections that exclude each other the one that comes first
   *     in the trace must come first
   */
  Progress(TestTrace trace, Rules rules, boolean keepsLockOrder) {
    this.keepsLockOrder = keepsLockOrder;
    this.trace = trace;
    this.rules = rules;
    threads = trace.count(Op.Operand.THREAD);
    variables = trace.count(Op.Operand.VARIABLE);
    events = new int[threads][];
    ordinals = new int[trace.size() + 1];
    forks = new int[threads];
    lastWrites = new int[trace.size() + 1];
    for (int thread = 0; thread < threads; thread++) {
      int own = thread;
      events[thread] = positions(e -> e.thread() == own).toArray();
      for (int i = 0; i < events[thread].length; i++) {
        ordinals[events[thread][i]] = i + 1;
      }
    }
    if (rules.have(Rule.FORK)) {
      positions(e -> e.op() == Op.FORK).forEach(i -> forks[trace.event(i).operand()] = i);
    }
    Relations relations = new Relations(trace, rules);
    for (int i = 0; i <= trace.size(); i++) {
      needed.add(i == 0 ? List.of() : needs(i, relations));
      excluded.add(i == 0 ? List.of() : exclusions(i, relations));
      lastWrites[i] = i == 0 ? NONE : lastWrite(i);
    }
  }

  private IntStream positions(Predicate<TraceEvent> test) {
    return IntStream.rangeClosed(1, trace.size()).filter(i -> test.test(trace.event(i)));
  }

  private int lastWrite(int index) {
    TraceEvent r = trace.event(index);
    return positions(e -> e.operand() == r.operand())
        .filter(i -> i < index)
        .filter(i -> r.isAccess() ? trace.event(i).isWrite() : isSyncWrite(trace.event(i)))
        .max()
        .orElse(NONE);
  }

  private static boolean isSyncWrite(TraceEvent e) {
    return e.op() == Op.SYNC_WRITE;
  }

  /** What comes before an event by another thread in every reordering. */
  private List<Integer> needs(int index, Relations relations) {
    TraceEvent event = trace.event(index);
    IntStream needs =
        switch (event.op()) {
          case RECEIVE ->
              positions(e -> e.op() == Op.SEND && e.operand() == event.operand())
                  .filter(i -> i < index && rules.have(Rule.SEND_RECEIVE));
          case WAKE ->
              relations.causesOfWakes().entrySet().stream()
                  .filter(wake -> wake.getKey() == index && rules.have(Rule.WAKE))
                  .mapToInt(Map.Entry::getValue);
          case JOIN -> // of a child without events only the fork
              positions(
                  e ->
                      e.thread() == event.operand() && rules.have(Rule.JOIN)
                          || e.op() == Op.FORK
                              && e.operand() == event.operand()
                              && rules.have(Rule.CHILD_WITHOUT_EVENTS));
          default -> IntStream.empty();
        };
    return needs.boxed().toList();
  }

  private static List<Section> exclusions(int acquire, Relations relations) {
    List<Section> sections = relations.sections();
    return sections.stream()
        .filter(wanted -> wanted.acquire() == acquire)
        .flatMap(wanted -> sections.stream().filter(s -> relations.exclude(s, wanted)))
        .toList();
  }

  char[] start() {
    return new char[threads + variables + trace.count(Op.Operand.SYNC)];
  }

  /** The next event of each running thread, whether or not it must wait. */
  List<Integer> next(char[] state) {
    List<Integer> next = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      boolean forked = forks[thread] == NONE || happened(state, forks[thread]);
      if (forked && state[thread] < events[thread].length) {
        next.add(events[thread][state[thread]]);
      }
    }
    return next;
  }

  /** The number of events that have happened. */
  int count(char[] state) {
    int count = 0;
    for (int thread = 0; thread < threads; thread++) {
      count += state[thread];
    }
    return count;
  }

  private boolean happened(char[] state, int event) {
    return state[trace.event(event).thread()] >= ordinals[event];
  }

  /** Whether the next event of a thread may happen now. */
  boolean isPossible(char[] state, int event) {
    TraceEvent e = trace.event(event);
    boolean reads = e.isRead() && rules.have(Rule.READS_FROM);
    boolean syncReads = e.op() == Op.SYNC_READ && rules.have(Rule.SYNC_READS_FROM);
    if ((reads || syncReads) && state[cell(e)] != lastWrites[event]) {
      return false;
    }
    for (int other : needed.get(event)) {
      if (!happened(state, other)) {
        return false;
      }
    }
    for (Section s : excluded.get(event)) {
      boolean isLater = keepsLockOrder && s.acquire() > event;
      if (isHeld(state, s) || isLater && happened(state, s.acquire())) {
        return false;
      }
    }
    return true;
  }

  private boolean isHeld(char[] state, Section s) {
    return happened(state, s.acquire()) && (s.isOpen() || !happened(state, s.release()));
  }

  char[] after(char[] state, int event) {
    char[] after = state.clone();
    TraceEvent e = trace.event(event);
    after[e.thread()]++;
    if (e.isWrite() || isSyncWrite(e)) {
      after[cell(e)] = (char) event;
    }
    return after;
  }

  private int cell(TraceEvent e) {
    return threads + (e.isAccess() ? e.operand() : variables + e.operand());
  }

  /**
   * Whether the thread of an event waits for a lock of a thread that waits, possibly indirectly,
   * for it.
   */
  boolean waitsForItself(char[] state, int event) {
    List<Integer> awaited = new ArrayList<>(holders(state, event));
    for (int i = 0; i < awaited.size(); i++) {
      int thread = awaited.get(i);
      if (state[thread] < events[thread].length) {
        List<Integer> further = holders(state, events[thread][state[thread]]);
        further.stream().filter(t -> !awaited.contains(t)).forEach(awaited::add);
      }
    }
    return awaited.contains(trace.event(event).thread());
  }

  /** The threads that hold the lock of an acquire; none for a re-entrant acquire. */
  List<Integer> holders(char[] state, int acquire) {
    if (excluded.get(acquire).isEmpty()) {
      return List.of();
    }
    List<Integer> holders = new ArrayList<>();
    for (Section s : excluded.get(acquire)) {
      if (isHeld(state, s) && !holders.contains(s.thread())) {
        holders.add(s.thread());
      }
    }
    return holders;
  }
}

package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How far each thread has come in a reordering of a trace, and what may happen next. A state holds
 * the number of events of each thread that have happened, and the last write of each variable and
 * sync variable.
 */
final class Progress {
  private static final int NOTHING = 0;

  private final TestTrace trace;
  private final int threads;
  private final int variables;
  private final List<List<Integer>> events = new ArrayList<>(); // by thread, in program order
  private final List<Section> sections;
  private final Map<Integer, Integer> forks; // by child
  private final Map<Integer, Integer> causes; // of wakes

  Progress(TestTrace trace) {
    this.trace = trace;
    threads = trace.count(Op.Operand.THREAD);
    variables = trace.count(Op.Operand.VARIABLE);
    sections = Section.of(trace);
    for (int thread = 0; thread < threads; thread++) {
      events.add(new ArrayList<>());
    }
    for (int i = 1; i <= trace.size(); i++) {
      events.get(trace.event(i).thread()).add(i);
    }
    forks =
        events.stream()
            .flatMap(List::stream)
            .filter(i -> trace.event(i).op() == Op.FORK)
            .collect(Collectors.toMap(i -> trace.event(i).operand(), i -> i));
    causes = new Relations(trace).causesOfWakes();
  }

  char[] start() {
    return new char[threads + variables + trace.count(Op.Operand.SYNC)];
  }

  /** The events that come next in each thread that runs, whether or not they must wait. */
  List<Integer> next(char[] state) {
    List<Integer> next = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int done = state[thread];
      if (mayRun(state, thread) && done < events.get(thread).size()) {
        next.add(events.get(thread).get(done));
      }
    }
    return next;
  }

  private boolean mayRun(char[] state, int thread) {
    return !forks.containsKey(thread) || happened(state, forks.get(thread));
  }

  private boolean happened(char[] state, int event) {
    List<Integer> own = events.get(trace.event(event).thread());
    int done = state[trace.event(event).thread()];
    return done > 0 && event <= own.get(done - 1);
  }

  /** Whether the next event of a thread may happen now. */
  boolean isPossible(char[] state, int event) {
    TraceEvent e = trace.event(event);
    return switch (e.op()) {
      case READ, ATOMIC_READ, SYNC_READ -> state[cell(e)] == lastWriteInTrace(event);
      case ACQUIRE, ACQUIRE_SHARED -> holders(state, event).isEmpty();
      case JOIN -> hasEnded(state, e.operand());
      case RECEIVE -> sendsBefore(event).stream().allMatch(send -> happened(state, send));
      case WAKE -> !causes.containsKey(event) || happened(state, causes.get(event));
      default -> true;
    };
  }

  /** A thread without events of its own ends when it is forked. */
  private boolean hasEnded(char[] state, int thread) {
    return mayRun(state, thread) && state[thread] == events.get(thread).size();
  }

  char[] after(char[] state, int event) {
    char[] after = state.clone();
    TraceEvent e = trace.event(event);
    after[e.thread()]++;
    if (e.isWrite() || e.op() == Op.SYNC_WRITE) {
      after[cell(e)] = (char) event;
    }
    return after;
  }

  private int cell(TraceEvent e) {
    return threads + (e.isAccess() ? e.operand() : variables + e.operand());
  }

  private int lastWriteInTrace(int read) {
    TraceEvent r = trace.event(read);
    for (int i = read - 1; i >= 1; i--) {
      TraceEvent e = trace.event(i);
      boolean writes = r.isAccess() ? e.isWrite() : e.op() == Op.SYNC_WRITE;
      if (writes && e.operand() == r.operand()) {
        return i;
      }
    }
    return NOTHING;
  }

  private List<Integer> sendsBefore(int receive) {
    return events.stream()
        .flatMap(List::stream)
        .filter(i -> i < receive && trace.event(i).op() == Op.SEND)
        .filter(i -> trace.event(i).operand() == trace.event(receive).operand())
        .toList();
  }

  /** The threads that hold a lock that an acquire wants; an inner acquire wants nothing. */
  private List<Integer> holders(char[] state, int acquire) {
    return sections.stream()
        .filter(wanted -> wanted.acquire() == acquire)
        .flatMap(
            wanted ->
                sections.stream()
                    .filter(s -> s.excludes(wanted) && happened(state, s.acquire()))
                    .filter(s -> s.isOpen() || !happened(state, s.release())))
        .map(Section::thread)
        .distinct()
        .toList();
  }

  /** Whether the thread of an event waits for a lock of a thread that in the end waits for it. */
  boolean waitsForItself(char[] state, int event) {
    List<Integer> next = next(state);
    List<Integer> awaited = new ArrayList<>(awaited(state, event));
    for (int i = 0; i < awaited.size(); i++) {
      int thread = awaited.get(i);
      next.stream()
          .filter(n -> trace.event(n).thread() == thread)
          .flatMap(n -> awaited(state, n).stream())
          .filter(t -> !awaited.contains(t))
          .forEach(awaited::add);
    }
    return awaited.contains(trace.event(event).thread());
  }

  private List<Integer> awaited(char[] state, int event) {
    Op op = trace.event(event).op();
    return op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED ? holders(state, event) : List.of();
  }
}

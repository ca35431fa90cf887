package io.racedet.oracle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The races that correct reorderings of a trace can show, by enumerating all of them. A reordering
 * takes a prefix of each thread; every read sees the write, and every sync-read the sync-write,
 * that it saw in the trace; locks exclude each other; forks, joins, channels and wakes keep their
 * causes before them.
 *
 * <p>Two accesses are {@code enabled} when after some reordering both are the next events of their
 * threads, and {@code strict} when a reordering ends with the two adjacent, and they also see the
 * writes that they saw in the trace.
 */
public final class Reorderings {
  private static final int MAX_STATES = 5_000_000;

  private final TestTrace trace;
  private final Progress progress;
  private final SortedSet<Pair> strict = new TreeSet<>();
  private final SortedSet<Pair> enabled = new TreeSet<>();
  private final SortedMap<Pair, Integer> shortest = new TreeMap<>();
  private boolean deadlock;
  private final Set<List<Integer>> deadlocks = new HashSet<>();

  public Reorderings(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public Reorderings(TestTrace trace, Rules rules) {
    this(trace, new Progress(trace, rules));
  }

  /** Only those in which sections that exclude each other come in the order of the trace. */
  public static Reorderings keepingLockOrder(TestTrace trace) {
    return new Reorderings(trace, new Progress(trace, Rules.ALL, true));
  }

  private Reorderings(TestTrace trace, Progress progress) {
    this.trace = trace;
    this.progress = progress;
    Deque<char[]> open = new ArrayDeque<>();
    Set<String> seen = new HashSet<>();
    visit(progress.start(), seen, open);
    while (!open.isEmpty()) {
      char[] state = open.pop();
      List<Integer> next = progress.next(state);
      collect(state, next);
      for (int event : next) {
        if (progress.isPossible(state, event)) {
          visit(progress.after(state, event), seen, open);
        }
      }
    }
  }

  private static void visit(char[] state, Set<String> seen, Deque<char[]> open) {
    if (seen.add(new String(state))) {
      open.push(state);
    }
    if (seen.size() > MAX_STATES) {
      throw new IllegalStateException("more than " + MAX_STATES + " states");
    }
  }

  private void collect(char[] state, List<Integer> next) {
    for (int e : next) {
      for (int f : next) {
        if (e < f && trace.event(e).conflictsWith(trace.event(f))) {
          enabled.add(new Pair(e, f));
          shortest.merge(new Pair(e, f), progress.count(state), Math::min);
          if (isPossible(state, e, f) || isPossible(state, f, e)) {
            strict.add(new Pair(e, f));
          }
        }
      }
    }
    List<Integer> waiting = new ArrayList<>();
    for (int event : next) {
      if (!progress.holders(state, event).isEmpty()) {
        waiting.add(event);
      }
    }
    for (int event : waiting) {
      deadlock |= progress.waitsForItself(state, event);
      collectCycles(state, waiting, new ArrayList<>(List.of(event)));
    }
  }

  /** Goes on with a chain of requests of which each one's thread holds what the next one wants. */
  private void collectCycles(char[] state, List<Integer> next, List<Integer> chain) {
    int thread = trace.event(chain.get(chain.size() - 1)).thread();
    for (int event : next) {
      if (!progress.holders(state, event).contains(thread)) {
        continue;
      }
      if (event == chain.get(0)) {
        deadlocks.add(List.copyOf(chain));
      } else if (event > chain.get(0)
          && chain.stream().noneMatch(e -> trace.event(e).operand() == trace.event(event).operand())
          && !chain.contains(event)) {
        chain.add(event);
        collectCycles(state, next, chain);
        chain.remove(chain.size() - 1);
      }
    }
  }

  private boolean isPossible(char[] state, int access, int next) {
    return progress.isPossible(state, access)
        && progress.isPossible(progress.after(state, access), next);
  }

  /** The pairs of accesses that are adjacent at the end. */
  public SortedSet<Pair> strict() {
    return strict;
  }

  /** The pairs of accesses that are both next. */
  public SortedSet<Pair> enabled() {
    return enabled;
  }

  /** For each of these how many events the shortest reordering has. */
  public SortedMap<Pair, Integer> shortest() {
    return shortest;
  }

  /**
   * The cycles of requests that are next, each for a lock that the thread of the one before holds,
   * the first one for that of the last one; each begins with the earliest event.
   */
  public Set<List<Integer>> deadlocks() {
    return deadlocks;
  }

  /** Whether threads can deadlock on locks. */
  public boolean deadlock() {
    return deadlock;
  }
}

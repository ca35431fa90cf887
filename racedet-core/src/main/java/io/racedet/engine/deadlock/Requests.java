package io.racedet.engine.deadlock;

import io.racedet.engine.syncp.SyncHistory;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The concrete requests of each node, and which of those of a cycle are a deadlock. */
final class Requests {
  /** The cycles of nodes with one key. */
  private static final class Alike {
    final List<int[]> tried = new ArrayList<>(1);
    long count;
  }

  /** How many steps the search for sync-preserving deadlocks takes in all. */
  static final long MAX_STEPS = 50_000_000;

  private final RequestNodes nodes;
  private final int mostTried;
  private final Consumer<DeadlockPattern> patterns;
  private final long mostSteps;
  private final SyncHistory history = new SyncHistory();
  private final List<LongArrayList> indices = new ArrayList<>(); // by node
  private final Map<PatternKey, Alike> cycles = new LinkedHashMap<>(); // by key
  private final SyncPreservingSearch search;
  private int cutOff;

  /**
   * Starts without requests.
   *
   * @param mostTried how many cycles of nodes of a key are tried, and how many of requests of each
   * @param mostSteps how many steps the search for sync-preserving deadlocks takes in all
   * @param patterns receives the patterns
   */
  Requests(
      RequestNodes nodes,
      LockContexts contexts,
      int mostTried,
      long mostSteps,
      Consumer<DeadlockPattern> patterns) {
    this.nodes = nodes;
    this.mostTried = mostTried;
    this.mostSteps = mostSteps;
    this.patterns = patterns;
    search = new SyncPreservingSearch(nodes, contexts, history, indices);
  }

  void access(long word, long index) {
    Op op = EventBlock.op(word);
    boolean isWrite = op == Op.WRITE || op == Op.ATOMIC_WRITE;
    history.access(isWrite, EventBlock.thread(word), EventBlock.operand(word), index);
  }

  void order(long word, long index) {
    history.order(EventBlock.op(word), EventBlock.thread(word), EventBlock.operand(word), index);
  }

  /** Adds an event of a node. */
  void add(int node, long index) {
    if (node == indices.size()) {
      indices.add(new LongArrayList(1));
    }
    indices.get(node).add(index);
  }

  /** Adds a cycle of nodes, which is only counted if enough of its key are known. */
  void addCycle(int[] cycle) {
    PatternKey key = new PatternKey(nodes.details(cycle));
    Alike alike = cycles.computeIfAbsent(key, unseen -> new Alike());
    alike.count++;
    if (alike.tried.size() < mostTried) {
      alike.tried.add(cycle);
    }
  }

  /**
   * Reports the cycles after the end of the trace. The first one of a key counts for all of them,
   * so that nobody takes those before a failure for all. Each key has an equal share of the steps
   * that the ones before it have left, and each of its cycles one of that.
   */
  void finish() {
    long left = mostSteps;
    int keys = cycles.size();
    for (Alike alike : cycles.values()) {
      long share = left / keys--;
      left += report(alike, share) - share;
    }
  }

  /** Reports the cycles of one key; returns how many of its steps are left. */
  private long report(Alike alike, long steps) {
    long count = alike.count;
    long left = steps;
    boolean isFound = false;
    boolean wasCutOff = false;
    int untried = alike.tried.size();
    for (int[] cycle : alike.tried) {
      long[] kept = null;
      long share = left / untried--;
      if (!isFound) {
        kept = search.first(cycle, share);
        left += search.left() - share;
        wasCutOff |= search.isCutOff();
      }
      isFound |= kept != null;
      patterns.accept(pattern(cycle, kept, count));
      count = 0;
    }
    cutOff += wasCutOff && !isFound ? 1 : 0;
    return left;
  }

  /** The limit of the search for sync-preserving deadlocks, if it was reached. */
  List<ReachedLimit> limits() {
    return cutOff == 0
        ? List.of()
        : List.of(
            Limit.CLOSURE_STEPS.reached(
                "the search for reorderings that keep the order of the locks ended after "
                    + mostSteps
                    + " steps, without a result for "
                    + cutOff
                    + " of "
                    + cycles.size()
                    + (cycles.size() == 1 ? " deadlock" : " deadlocks")));
  }

  /**
   * A pattern with some of its requests.
   *
   * @param kept requests that are a sync-preserving deadlock, which come first; null for none
   */
  private DeadlockPattern pattern(int[] cycle, long[] kept, long count) {
    long all = count(cycle);
    List<long[]> tried = some(cycle, all);
    if (kept != null) {
      tried.removeIf(requests -> Arrays.equals(requests, kept));
      tried.add(0, kept);
      tried = tried.subList(0, Math.min(tried.size(), mostTried));
    }
    boolean isComplete = all <= mostTried;
    return new DeadlockPattern(nodes.details(cycle), tried, kept != null, isComplete, count);
  }

  /** How many cycles of requests a pattern has, up to one more than are tried. */
  private long count(int[] cycle) {
    long count = 1;
    for (int node : cycle) {
      count = Math.min(mostTried + 1L, count * indices.get(node).size());
    }
    return count;
  }

  /**
   * All cycles of requests of a pattern if they are few; otherwise for evenly distributed requests
   * of its first node the nearest ones of the others.
   */
  private List<long[]> some(int[] cycle, long all) {
    List<long[]> some = new ArrayList<>();
    LongArrayList first = indices.get(cycle[0]);
    long count = all <= mostTried ? all : Math.min(first.size(), mostTried);
    for (long k = 0; k < count; k++) {
      long[] chosen = new long[cycle.length];
      long rest = k;
      for (int i = 0; i < cycle.length; i++) {
        LongArrayList of = indices.get(cycle[i]);
        if (all <= mostTried) {
          chosen[i] = of.getLong((int) (rest % of.size()));
          rest /= of.size();
        } else {
          chosen[i] =
              i == 0 ? of.getLong((int) (k * first.size() / count)) : nearest(of, chosen[0]);
        }
      }
      some.add(chosen);
    }
    return some;
  }

  private static long nearest(LongArrayList of, long index) {
    int at = Arrays.binarySearch(of.elements(), 0, of.size(), index);
    int low = at < 0 ? Math.min(~at, of.size() - 1) : at; // the first one from it on, or the last
    boolean isBeforeNearer =
        low > 0 && index - of.getLong(low - 1) < Math.abs(of.getLong(low) - index);
    return of.getLong(isBeforeNearer ? low - 1 : low);
  }
}

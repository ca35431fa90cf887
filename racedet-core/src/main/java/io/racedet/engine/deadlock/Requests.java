package io.racedet.engine.deadlock;

import io.racedet.engine.syncp.SyncClosure;
import io.racedet.engine.syncp.SyncHistory;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The concrete requests of each node, and which of those of a cycle are a dead-lock. */
final class Requests {
  /** The cycles of nodes with one key. */
  private static final class Alike {
    final List<int[]> tried = new ArrayList<>(1);
    long count;
  }

  /* Requests e_0..e_k-1 are a sync-preserving dead-lock iff the closure of what precedes them in
   * their threads holds none of them. If it holds e_i, then the closure for e_i and later requests
   * of the other nodes does, too. So the requests of each node are tried in the order of the trace,
   * with one closure that grows: linear in the trace for each cycle. */
  private final RequestNodes nodes;
  private final int mostTried;
  private final Consumer<DeadlockPattern> patterns;
  private final SyncHistory history = new SyncHistory();
  private final List<LongArrayList> indices = new ArrayList<>(); // by node
  private final Map<PatternKey, Alike> cycles = new LinkedHashMap<>(); // by key

  Requests(RequestNodes nodes, int mostTried, Consumer<DeadlockPattern> patterns) {
    this.nodes = nodes;
    this.mostTried = mostTried;
    this.patterns = patterns;
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
   * so that nobody takes those before a failure for all.
   */
  void finish() {
    for (Alike alike : cycles.values()) {
      long count = alike.count;
      boolean isFound = false;
      for (int[] cycle : alike.tried) {
        long[] kept = isFound ? null : syncPreserving(cycle);
        isFound |= kept != null;
        patterns.accept(pattern(cycle, kept, count));
        count = 0;
      }
    }
  }

  /**
   * A pattern with some of its requests.
   *
   * @param kept requests that are a sync-preserving dead-lock, which come first; null for none
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

  /** The first requests that are a sync-preserving dead-lock, or null. */
  private long[] syncPreserving(int[] cycle) {
    SyncClosure closure = new SyncClosure(history);
    int[] at = new int[cycle.length];
    long[] tried = new long[cycle.length];
    for (int i = 0; i < cycle.length; i++) {
      tried[i] = indices.get(cycle[i]).getLong(0);
    }
    boolean isHeld = true;
    while (isHeld) {
      for (int i = 0; i < cycle.length; i++) {
        closure.add(nodes.thread(cycle[i]), tried[i] - 1);
      }
      isHeld = false;
      for (int i = 0; i < cycle.length; i++) {
        LongArrayList of = indices.get(cycle[i]);
        long reached = closure.upTo(nodes.thread(cycle[i]));
        while (tried[i] <= reached) {
          isHeld = true;
          if (++at[i] == of.size()) {
            return null;
          }
          tried[i] = of.getLong(at[i]);
        }
      }
    }
    return tried;
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
    int low = 0;
    int high = of.size() - 1;
    while (low < high) { // the first one from the index on, or the last one
      int middle = (low + high) >>> 1;
      if (of.getLong(middle) < index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    boolean isBeforeNearer =
        low > 0 && index - of.getLong(low - 1) < Math.abs(of.getLong(low) - index);
    return of.getLong(isBeforeNearer ? low - 1 : low);
  }
}

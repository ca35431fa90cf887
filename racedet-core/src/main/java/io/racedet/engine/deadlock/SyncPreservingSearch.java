package io.racedet.engine.deadlock;

import io.racedet.engine.syncp.SyncClosure;
import io.racedet.engine.syncp.SyncHistory;
import io.racedet.event.LockContexts;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/** Searches the first requests of a cycle of nodes that are a sync-preserving deadlock. */
final class SyncPreservingSearch {
  /* Requests e_0..e_k-1 are a sync-preserving deadlock iff the closure of what precedes them in
   * their threads holds none of them. If it holds e_i, then the closure for e_i and later requests
   * of the other nodes does, too. So the requests of each node are tried in the order of the trace,
   * with one closure that grows.
   *
   * Most requests are excluded without a closure: the thread of e_i holds a lock since before a
   * section for it that another thread begins before its own request. The closure holds that
   * section, thus the release by the thread of e_i, thus e_i; and it does so for all requests of the
   * node up to the begin of that section. */
  private final RequestNodes nodes;
  private final LockContexts contexts;
  private final SyncHistory history;
  private final List<LongArrayList> indices; // by node
  private long left; // steps of the present search: lookups of sections, and what closures visit
  private boolean isCutOff;

  // Of the present search.
  private int[] cycle;
  private int[] at; // by position in the cycle: the number of the request of the node
  private long[] tried; // its index

  SyncPreservingSearch(
      RequestNodes nodes, LockContexts contexts, SyncHistory history, List<LongArrayList> indices) {
    this.nodes = nodes;
    this.contexts = contexts;
    this.history = history;
    this.indices = indices;
  }

  /** The steps that the last search has left. */
  long left() {
    return Math.max(0, left);
  }

  /** Whether the last search has ended before it had a result. */
  boolean isCutOff() {
    return isCutOff;
  }

  /**
   * Searches.
   *
   * @param ofNodes the nodes of the cycle, in its order
   * @return an index for each node; null if there are none, or for too many steps
   */
  long[] first(int[] ofNodes, long mostSteps) {
    cycle = ofNodes;
    left = mostSteps;
    isCutOff = false;
    at = new int[cycle.length];
    tried = new long[cycle.length];
    for (int i = 0; i < cycle.length; i++) {
      tried[i] = indices.get(cycle[i]).getLong(0);
    }
    SyncClosure closure = new SyncClosure(history);
    boolean isFound = false;
    while (!isFound) {
      if (!skip() || !close(closure)) {
        return null;
      }
      isFound = true;
      for (int i = 0; i < cycle.length; i++) {
        long reached = closure.upTo(nodes.thread(cycle[i]));
        if (tried[i] <= reached) {
          isFound = false;
          if (!advance(i, reached)) {
            return null;
          }
        }
      }
    }
    return tried;
  }

  /** Adds what precedes the requests to the closure; false if there are too many steps. */
  private boolean close(SyncClosure closure) {
    long before = closure.visited();
    for (int i = 0; i < cycle.length; i++) {
      closure.add(nodes.thread(cycle[i]), tried[i] - 1);
    }
    return spend(closure.visited() - before);
  }

  private boolean spend(long steps) {
    left -= steps;
    isCutOff |= left <= 0;
    return left > 0;
  }

  /** Goes on to requests of which none is excluded by a section; false if there are none. */
  private boolean skip() {
    int kept = 0; // of the last positions, so many are not excluded
    for (int i = 0; kept < cycle.length; i = (i + 1) % cycle.length) {
      long excluding = excluding(i);
      kept = excluding == 0 ? kept + 1 : 1;
      if (left <= 0 || excluding != 0 && !advanceBeyond(i, excluding)) {
        return false;
      }
    }
    return true;
  }

  /** Advances a position until no section that was found excludes it. */
  private boolean advanceBeyond(int i, long section) {
    for (long excluding = section; excluding != 0; excluding = excluding(i)) {
      if (left <= 0 || !advance(i, excluding)) {
        return false;
      }
    }
    return true;
  }

  /** The begin of a section that excludes a request; 0 if there is none. */
  private long excluding(int i) {
    int last = 0; // the position of the last request, which is the most likely one to exclude
    for (int j = 1; j < cycle.length; j++) {
      last = tried[j] > tried[last] ? j : last;
    }
    long begin = last == i ? 0 : excluding(i, last);
    for (int j = 0; j < cycle.length && begin == 0; j++) {
      begin = j == i || j == last ? 0 : excluding(i, j);
    }
    return begin;
  }

  /** The begin of a section of one request's thread that excludes another request. */
  private long excluding(int i, int by) {
    int thread = nodes.thread(cycle[i]);
    int other = nodes.thread(cycle[by]);
    for (int c = nodes.held(cycle[i]); !contexts.holdsNothing(c); c = contexts.parent(c)) {
      int lock = contexts.lock(c);
      boolean isShared = contexts.isShared(c);
      long begin = history.lastAcquire(other, lock, false, tried[by] - 1);
      if (!isShared) {
        begin = Math.max(begin, history.lastAcquire(other, lock, true, tried[by] - 1));
      }
      if (!spend(2)) {
        return 0;
      }
      if (begin > history.lastAcquire(thread, lock, isShared, tried[i] - 1)) {
        return begin;
      }
    }
    return 0;
  }

  /** Goes on to the first request of a node after an index; false if there is none. */
  private boolean advance(int i, long index) {
    LongArrayList of = indices.get(cycle[i]);
    int low = at[i] + 1;
    int step = 1;
    while (low + step <= of.size() && of.getLong(low + step - 1) <= index) {
      low += step;
      step *= 2;
    }
    int high = Math.min(of.size(), low + step - 1);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (of.getLong(middle) <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    at[i] = low;
    if (low == of.size()) {
      return false;
    }
    tried[i] = of.getLong(low);
    return true;
  }
}

package io.racedet.engine.deadlock;

import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Reports the deadlock patterns of a trace: cycles of requests of different threads for different
 * locks, of which each one's thread holds the lock of the next one in a mode that excludes it,
 * while no two of the threads hold one lock in such modes.
 *
 * <p>A request is an acquire by a thread that holds another lock. Re-entrant acquires are none,
 * since a trace for engines does not have them; neither are tries that failed and requests that
 * were interrupted, since nothing was acquired, and tries that succeeded as far as the producer of
 * the trace tells. The read mode of a lock that the thread holds exclusively is in no cycle, since
 * whoever else held the lock would exclude the thread from it. That a wait acquires its lock again
 * is a request like any other one. A trace file does not tell a try that succeeded from an acquire
 * that would have waited: a cycle with such a try may be no deadlock.
 *
 * <p>Without the concrete requests, memory is proportional to the distinct requests by thread,
 * locks held, lock and location; with them, to the critical sections and hand-overs of the trace.
 * Time is constant for each event; the search for cycles at the end is linear in the distinct
 * requests where the order of the locks has no cycle, and bounded by a limit elsewhere; then it is
 * linear in the trace for each pattern, and bounded by another limit for all of them. Not
 * thread-safe.
 */
public final class DeadlockEngine implements Engine {
  /* [1]: abstract patterns, and for each the growing closure that decides which of its requests are
   * a sync-preserving deadlock.
   *
   * Deviations: (1) nodes are distinguished by location and by the order of the locks held, too, so
   * that each cycle of locations is reported; (2) read modes; (3) cycles are searched by
   * depth within the components of the graph of locks, with a limit; (4) requests that differ only
   * in their threads are searched as one, and a limited number of their cycles is reported.
   *
   * [1] Tunc, Mathur, Pavlogiannis, Viswanathan. Sound dynamic deadlock prediction in linear time.
   *     PLDI 2023. */
  private static final long MAX_STEPS = 10_000_000;

  private final LockContexts contexts;
  private final IntPredicate isTry;
  private final RequestNodes nodes;
  private final RequestCycles cycles;
  private final Requests requests; // null if only patterns are reported

  private DeadlockEngine(
      LockContexts contexts,
      IntPredicate isTry,
      Requests requests,
      Consumer<int[]> found,
      RequestNodes nodes) {
    this.contexts = contexts;
    this.isTry = isTry;
    this.requests = requests;
    this.nodes = nodes;
    cycles = new RequestCycles(nodes, contexts, MAX_STEPS, found);
  }

  /**
   * Starts a trace of which the patterns are reported at its end, each with its first and its last
   * requests.
   *
   * @param contexts the threads and locksets of the trace, filled as it arrives
   * @param isTry whether acquires at a location do not wait, and so are no requests
   * @param patterns receives each pattern once
   */
  public static DeadlockEngine ofPatterns(
      LockContexts contexts, IntPredicate isTry, Consumer<DeadlockPattern> patterns) {
    RequestNodes nodes = new RequestNodes(contexts);
    Consumer<int[]> found =
        cycle -> {
          long[] details = nodes.details(cycle);
          long[] first = new long[cycle.length];
          long[] last = new long[cycle.length];
          for (int i = 0; i < cycle.length; i++) {
            first[i] = nodes.first(cycle[i]);
            last[i] = nodes.last(cycle[i]);
          }
          patterns.accept(new DeadlockPattern(details, List.of(first, last), false, false, 1));
        };
    return new DeadlockEngine(contexts, isTry, null, found, nodes);
  }

  /**
   * Starts a trace of which the patterns are reported at its end, each with the requests of a
   * sync-preserving deadlock, or with some of all requests if it has none.
   *
   * @param contexts the threads and locksets of the trace, filled as it arrives
   * @param isTry whether acquires at a location do not wait, and so are no requests
   * @param mostTried how many cycles of requests of a pattern are reported if it has no
   *     sync-preserving deadlock, and how many patterns of one key are tried
   * @param patterns receives each pattern once
   */
  public static DeadlockEngine ofRequests(
      LockContexts contexts,
      IntPredicate isTry,
      int mostTried,
      Consumer<DeadlockPattern> patterns) {
    return ofRequests(contexts, isTry, mostTried, Requests.MAX_STEPS, patterns);
  }

  /** Starts a trace with a limit on the steps of the search for sync-preserving deadlocks. */
  static DeadlockEngine ofRequests(
      LockContexts contexts,
      IntPredicate isTry,
      int mostTried,
      long mostSteps,
      Consumer<DeadlockPattern> patterns) {
    RequestNodes nodes = new RequestNodes(contexts);
    Requests requests = new Requests(nodes, contexts, mostTried, mostSteps, patterns);
    return new DeadlockEngine(contexts, isTry, requests, requests::addCycle, nodes);
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    long[] indices = block.indices();
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      if (EventBlock.isAccess(word)) {
        if (requests != null) {
          requests.access(word, indices[i]);
        }
        continue;
      }
      Op op = EventBlock.op(word);
      if (requests != null && op != Op.AGAIN) {
        requests.order(word, indices[i]);
      }
      if (op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED) {
        acquire(block.contexts()[i], block.locations()[i], indices[i]);
      }
    }
  }

  /**
   * Takes an acquire that is not re-entrant; for patterns, nothing else is needed.
   *
   * @param index its index in the trace, higher than those before
   */
  public void acquire(int context, int location, long index) {
    if (contexts.holdsNothing(contexts.parent(context)) || isTry.test(location)) {
      return;
    }
    long detail = AccessContext.of(context, location);
    int node = nodes.find(detail);
    if (node == RequestNodes.NONE) {
      node = nodes.add(detail, index);
    } else {
      nodes.again(node, index);
    }
    if (requests != null) {
      requests.add(node, index);
    }
  }

  @Override
  public void finish() {
    cycles.search();
    if (requests != null) {
      requests.finish();
    }
  }

  @Override
  public List<ReachedLimit> limits() {
    List<ReachedLimit> limits = new ArrayList<>();
    if (cycles.isCutOff()) {
      limits.add(
          Limit.CYCLE_STEPS.reached(
              "the search for cycles of lock requests ended after " + MAX_STEPS + " steps"));
    }
    if (requests != null) {
      limits.addAll(requests.limits());
    }
    return limits;
  }
}

package io.racedet.witness;

import io.racedet.event.EventBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/**
 * Searches for a correct reordering that makes two accesses of a trace next events at the same
 * time, or for a proof that there is none.
 *
 * <p>The constructor indexes the trace; each search then visits only the events that the two
 * accesses need. Not thread-safe.
 */
public final class WitnessSearch {
  /* Cheapest first: a common lock; cyclic needs; a reordering that keeps the order of all sections
   * (OrderPreserving); the order common to all reorderings (Closure), which may be contradictory;
   * running the threads under that order (Linearization). Where the run gets stuck because of an
   * order that was not forced, both orders are tried, each as an additional edge of the closure;
   * that is complete, and may add events that the accesses do not need by themselves.
   *
   * Deviations: [1] builds the reordering from its end and does not backtrack; here the run goes
   * forward, stays close to the recorded order, and is complete. The closure's rules are those of
   * [2] and [3], with open sections and shared locks.
   *
   * [1] Roemer, Genc, Bond. High-coverage, unbounded sound predictive race detection. PLDI 2018.
   * [2] Pavlogiannis. Fast, sound, and effectively complete dynamic race prediction. POPL 2020.
   * [3] Shi, Mathur, Pavlogiannis. Optimistic prediction of synchronization-reversal data races.
   *     OOPSLA 2024. */
  private static final int NONE = TraceIndex.NONE;

  private final EventHistory trace;
  private final TraceIndex index;
  private final long steps;
  private final int[] scratch;

  /**
   * Creates the search for a trace.
   *
   * @param trace the whole trace
   * @param steps the budget of a search: how many events it may visit
   */
  public WitnessSearch(EventHistory trace, long steps) {
    this.trace = trace;
    this.steps = steps;
    index = new TraceIndex(trace);
    scratch = new int[trace.size()];
  }

  /**
   * Searches for a reordering for two accesses.
   *
   * @param one index of an access
   * @param other index of an access of the same variable by another thread
   * @return the result
   * @throws IllegalArgumentException when the trace has no such two accesses
   */
  public SearchResult search(long one, long other) {
    AccessPair target = target(Math.min(one, other), Math.max(one, other));
    int lock = trace.commonLock(target.first(), target.second());
    if (lock != NONE) {
      return new SearchResult.Refuted(Refutation.commonLock(lock));
    }
    if (needsFirst(target)) {
      return new SearchResult.Refuted(
          Refutation.of(Refutation.Kind.NEEDED, new Chain(index, new Edges()).between(target)));
    }
    Prefix kept = Prefix.nearRecorded(index, target);
    if (!new OrderPreserving(index, kept).close()) {
      kept = Prefix.smallest(index, target);
      if (!new OrderPreserving(index, kept).close()) {
        return new Branches(target).explore();
      }
    }
    return witnessed(kept.positions());
  }

  /** Whether an event that must come before the second access needs the first one. */
  private boolean needsFirst(AccessPair target) {
    int thread = index.thread(target.second());
    int rank = index.rank[target.second()];
    int before = rank > 1 ? index.event(thread, rank - 1) : index.fork(thread);
    return before != NONE && new Dependents(index, target).contains(before);
  }

  private AccessPair target(long first, long second) {
    int e = trace.find(first);
    int f = trace.find(second);
    boolean isPair =
        e != NONE
            && f != NONE
            && EventBlock.isAccess(trace.word(e))
            && EventBlock.isAccess(trace.word(f))
            && index.operand(e) == index.operand(f)
            && index.thread(e) != index.thread(f);
    if (!isPair) {
      throw new IllegalArgumentException(
          "events: " + first + "," + second + " (expected: accesses of one variable, two threads)");
    }
    return new AccessPair(e, f);
  }

  private SearchResult witnessed(int[] positions) {
    long[] sequence = new long[positions.length];
    for (int i = 0; i < sequence.length; i++) {
      sequence[i] = trace.index(positions[i]);
    }
    return new SearchResult.Witnessed(sequence);
  }

  /** The search that tries both orders where both are possible. */
  private final class Branches {
    private final AccessPair target;
    private final Budget budget = new Budget(steps);
    private final IntArrayList earlier =
        new IntArrayList(); // the orders that are being tried, as edges
    private final IntArrayList later = new IntArrayList();

    Branches(AccessPair target) {
      this.target = target;
    }

    SearchResult explore() {
      Linearization.Conflict conflict;
      {
        Closure closure = new Closure(index, target, scratch, budget);
        for (int i = 0; i < earlier.size(); i++) {
          closure.put(earlier.getInt(i), later.getInt(i));
        }
        closure.close();
        if (closure.contradiction() != null) {
          return new SearchResult.Refuted(refutation(closure));
        }
        if (budget.isSpent()) {
          return new SearchResult.GaveUp(budget.spent());
        }
        budget.spend(closure.prefix().size());
        Linearization linearization = new Linearization(index, closure);
        int[] positions = linearization.run();
        if (positions != null) {
          return witnessed(positions);
        }
        conflict = linearization.conflict();
      }
      return explore(conflict);
    }

    private SearchResult explore(Linearization.Conflict conflict) {
      SearchResult undone = explore(conflict.doneEarlier(), conflict.doneLater());
      if (!(undone instanceof SearchResult.Refuted)) {
        return undone;
      }
      SearchResult kept = explore(conflict.keptEarlier(), conflict.keptLater());
      return kept instanceof SearchResult.Refuted
          ? new SearchResult.Refuted(everyOrder(conflict))
          : kept;
    }

    private SearchResult explore(int before, int after) {
      if (before == NONE) {
        return new SearchResult.Refuted(Refutation.of(Refutation.Kind.EVERY_ORDER, List.of()));
      }
      earlier.add(before);
      later.add(after);
      SearchResult verdict = explore();
      earlier.removeInt(earlier.size() - 1);
      later.removeInt(later.size() - 1);
      return verdict;
    }

    private Refutation everyOrder(Linearization.Conflict conflict) {
      List<Refutation.Step> ways = new java.util.ArrayList<>();
      if (conflict.doneEarlier() != NONE) {
        ways.add(step(conflict.doneEarlier(), conflict.doneLater()));
      }
      if (conflict.keptEarlier() != NONE) {
        ways.add(step(conflict.keptEarlier(), conflict.keptLater()));
      }
      return Refutation.of(Refutation.Kind.EVERY_ORDER, ways);
    }

    private Refutation refutation(Closure closure) {
      Closure.Contradiction because = closure.contradiction();
      if (because.unreleased() != NONE) {
        int begun = index.acquire.getInt(because.unreleased());
        return Refutation.of(Refutation.Kind.NEVER_RELEASED, List.of(step(begun, because.event())));
      }
      Chain chain = new Chain(index, closure.edges());
      return because.event() == NONE
          ? Refutation.of(Refutation.Kind.NEEDED, chain.between(target))
          : Refutation.of(Refutation.Kind.CYCLE, chain.around(because.event()));
    }

    private Refutation.Step step(int from, int to) {
      return new Refutation.Step(trace.index(from), trace.index(to));
    }
  }
}

package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Searches for a correct reordering that makes two accesses of a trace next events at the same
 * time, or the requests of a deadlock, or for a proof that there is none.
 *
 * <p>The constructor indexes the trace; each search then visits only the events that those of its
 * goal need. Not thread-safe.
 */
public final class WitnessSearch {
  /* Cheapest first: a common lock; cyclic needs; a reordering that keeps the order of all sections
   * (OrderPreserving). Then the same and what follows in windows around the events of the goal,
   * whose results hold for the trace (TraceWindow), and at last in the whole trace: one that keeps
   * the order of all but the sections that do not end (OptimisticReversal); the order common to all
   * reorderings (Closure), which may be contradictory; running the threads under that order
   * (Linearization). Where the run gets stuck because of an order that was not forced, both orders
   * are tried, each as an additional edge of the closure; that is complete, and may add events that
   * the accesses do not need by themselves.
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

  /** How many events on both sides of two accesses are searched first. */
  private static final int WINDOW = 1 << 12;

  private static final int GROWTH = 8; // of a window in which the search is inconclusive

  /** For orders that are refuted among others. */
  private static final SearchResult IMPOSSIBLE =
      new SearchResult.Refuted(Refutation.of(Refutation.Kind.EVERY_ORDER, List.of()));

  private final EventHistory trace;
  private final TraceIndex index;
  private final long steps;
  private final int window;
  private final SearchCosts costs;
  private int[] scratch; // null before it is needed
  private long left; // of the steps of all searches

  /**
   * Creates the search for a trace.
   *
   * @param steps the budget of a search: how many steps it may take; a step is an event that is
   *     visited, or 8 bytes of its clock
   * @param total how many steps all searches may take together, including the ones that a search
   *     always takes, which are linear in the trace; a search that has begun may exceed it by these
   */
  public WitnessSearch(EventHistory trace, long steps, long total) {
    this(trace, new TraceIndex(trace), steps, total, WINDOW, new SearchCosts());
  }

  /**
   * Creates the search for a trace.
   *
   * @param window how many events on both sides of the accesses the first window has
   */
  WitnessSearch(EventHistory trace, TraceIndex index, long steps, long total, int window) {
    this(trace, index, steps, total, window, new SearchCosts());
  }

  private WitnessSearch(
      EventHistory trace, TraceIndex index, long steps, long total, int window, SearchCosts costs) {
    this.trace = trace;
    this.steps = steps;
    this.index = index;
    this.window = window;
    this.costs = costs;
    left = total;
  }

  /** Returns what the searches have cost. */
  public SearchCosts costs() {
    return costs;
  }

  /**
   * Searches for a reordering for two accesses, and makes it short: where it has at most 4,096
   * events, none of them can be left out unless the search had to choose between orders; and the
   * threads change as seldom as the order of its conflicting events allows, unless there are too
   * many possibilities, but no more often than in the reordering that was found.
   *
   * @param other index of an access of the same variable by another thread
   * @throws IllegalArgumentException when the trace has no such two accesses
   */
  public SearchResult search(long one, long other) {
    return shortened(AccessPair.of(index, Math.min(one, other), Math.max(one, other)));
  }

  /**
   * Searches for a reordering after which threads wait for each other's locks, and makes it short
   * as {@link #search} does.
   *
   * @param requests the indices of acquires; the thread of each one holds the lock that the next
   *     one requests, and that of the last one the lock of the first one
   * @throws IllegalArgumentException when the trace has no such cycle of requests
   */
  public SearchResult searchDeadlock(long... requests) {
    return shortened(Goal.LockRequests.of(index, requests));
  }

  private SearchResult shortened(Goal target) {
    SearchResult result = found(target);
    if (!(result instanceof SearchResult.Witnessed found)) {
      return result;
    }
    costs.enter(found.step());
    Reordering shorter = new ShortWitness(index, target).of(found.reordering());
    costs.enter(null);
    return new SearchResult.Witnessed(shorter, found.step());
  }

  /** The result of a search, with the reordering as it was found. */
  SearchResult found(long one, long other) {
    return found(AccessPair.of(index, Math.min(one, other), Math.max(one, other)));
  }

  private SearchResult found(Goal target) {
    SearchResult result = decide(target);
    costs.end(result);
    return result;
  }

  private SearchResult decide(Goal target) {
    if (left <= 0) {
      return new SearchResult.GaveUp(0, true);
    }
    Budget budget = new Budget(steps, left);
    budget.count(1);
    SearchResult result = search(target, budget);
    left -= budget.spent();
    return result == null ? new SearchResult.GaveUp(budget.spent(), budget.isTotalSpent()) : result;
  }

  /** The result, or null if the budget is spent. */
  private SearchResult search(Goal target, Budget budget) {
    costs.enter(SearchStep.REFUTATION);
    int lock = target.commonLock(trace);
    if (lock != NONE) {
      return new SearchResult.Refuted(Refutation.commonLock(lock));
    }
    List<Refutation.Step> needed = new Dependents(index, target, budget).stepsWithin(target);
    if (!needed.isEmpty()) {
      return new SearchResult.Refuted(Refutation.of(Refutation.Kind.NEEDED, needed));
    }
    costs.enter(SearchStep.SYNC_PRESERVING);
    Prefix kept = Prefix.nearRecorded(index, target, budget);
    if (new OrderPreserving(index, kept).close()) {
      return witnessed(kept);
    }
    SearchResult near = inWindows(target, budget);
    if (near != null || budget.isTotalSpent()) {
      return near;
    }
    costs.enter(SearchStep.SYNC_PRESERVING);
    kept = Prefix.smallest(index, target, budget);
    if (new OrderPreserving(index, kept).close()) {
      return witnessed(kept);
    }
    costs.enter(SearchStep.OPTIMISTIC_REVERSAL);
    int[] positions = new OptimisticReversal(index, target, budget).arrange();
    if (positions != null) {
      return witnessed(positions, SearchStep.OPTIMISTIC_REVERSAL);
    }
    return new Branches(target, budget).explore();
  }

  private SearchResult witnessed(Prefix kept) {
    return new SearchResult.Witnessed(
        Reordering.of(trace, kept.base(), kept.positions()), SearchStep.SYNC_PRESERVING);
  }

  /** The result of searches in windows around the goal; null if they are inconclusive. */
  private SearchResult inWindows(Goal target, Budget budget) {
    SearchResult result = null;
    long size = window;
    int length = target.last() - target.first();
    while (result == null && 2 * size + length < trace.size() / 2 && !budget.isTotalSpent()) {
      int from = (int) Math.max(0, target.first() - size);
      int to = (int) Math.min(trace.size(), target.last() + 1 + size);
      result = in(TraceWindow.afterRecorded(index, from, to, target), budget);
      if (result == null) {
        result = in(TraceWindow.byItself(index, from, to, target), budget);
      }
      size *= GROWTH;
    }
    return result;
  }

  /** The result of a search in a window, as far as it holds for the trace; otherwise null. */
  private SearchResult in(TraceWindow part, Budget budget) {
    TraceIndex ofPart = new TraceIndex(part.events());
    budget.count(part.events().size());
    if (!part.hasCauses(ofPart)) {
      return null;
    }
    WitnessSearch search =
        new WitnessSearch(
            part.events(),
            ofPart,
            steps,
            Math.max(0, left - budget.spent()),
            Integer.MAX_VALUE,
            costs);
    long total = search.left;
    SearchResult result = search.decide(part.target());
    budget.count(total - search.left);
    return part.whole(result);
  }

  private Refutation.Step step(int from, int to) {
    return new Refutation.Step(trace.index(from), trace.index(to));
  }

  private SearchResult witnessed(int[] positions, SearchStep step) {
    return new SearchResult.Witnessed(Reordering.of(trace, 0, positions), step);
  }

  /** An order that was not forced, and which of its two ways is being tried. */
  private static final class Choice {
    final Linearization.Conflict conflict;
    boolean isKept;

    Choice(Linearization.Conflict conflict) {
      this.conflict = conflict;
    }
  }

  /** The search that tries both orders where both are possible. */
  private final class Branches {
    private final Goal target;
    private final Budget budget;

    // The orders that are being tried, as edges. The conflicts for whose sake they are tried may be
    // as many as there are pairs of sections or accesses: too many for recursion.
    private final IntArrayList earlier = new IntArrayList();
    private final IntArrayList later = new IntArrayList();
    private final ArrayDeque<Choice> choices = new ArrayDeque<>();

    Branches(Goal target, Budget budget) {
      this.target = target;
      this.budget = budget;
    }

    /** The result, or null if the budget is spent. */
    SearchResult explore() {
      while (!budget.isSpent()) {
        SearchResult result = attempt();
        if (result instanceof SearchResult.Refuted) {
          result = nextOrder(result);
        }
        if (result != null) {
          return result;
        }
      }
      return null;
    }

    /** The result under the orders that are being tried; null if another order is to be tried. */
    private SearchResult attempt() {
      costs.enter(choices.isEmpty() ? SearchStep.REFUTATION : SearchStep.BACKTRACKING);
      budget.spend(index.threads + earlier.size());
      if (scratch == null) {
        scratch = new int[trace.size()];
      }
      Closure closure = new Closure(index, target, scratch, budget);
      for (int i = 0; i < earlier.size(); i++) {
        closure.put(earlier.getInt(i), later.getInt(i));
      }
      closure.close();
      if (closure.contradiction() != null) {
        // If other orders are still to be tried, nobody asks why this one is impossible.
        return choices.isEmpty() ? new SearchResult.Refuted(refutation(closure)) : IMPOSSIBLE;
      }
      if (budget.isSpent()) {
        return null;
      }
      costs.enter(SearchStep.BACKTRACKING);
      budget.spend(closure.prefix().size());
      Linearization linearization = new Linearization(index, closure, budget);
      int[] positions = linearization.run();
      if (positions != null) {
        return witnessed(positions, SearchStep.BACKTRACKING);
      }
      Choice choice = new Choice(linearization.conflict());
      choices.push(choice);
      tries(choice.conflict.doneEarlier(), choice.conflict.doneLater());
      return null;
    }

    /** Goes on with the last choice that has another order; the refutation if there is none. */
    private SearchResult nextOrder(SearchResult refuted) {
      SearchResult why = refuted;
      while (!choices.isEmpty()) {
        Choice last = choices.peek();
        drop();
        if (!last.isKept) {
          last.isKept = true;
          tries(last.conflict.keptEarlier(), last.conflict.keptLater());
          return null;
        }
        choices.pop();
        why = new SearchResult.Refuted(everyOrder(last.conflict));
      }
      return why;
    }

    /** Adds an order to those that are being tried. */
    private void tries(int before, int after) {
      earlier.add(before);
      later.add(after);
    }

    private void drop() {
      earlier.removeInt(earlier.size() - 1);
      later.removeInt(later.size() - 1);
    }

    private Refutation everyOrder(Linearization.Conflict conflict) {
      return Refutation.of(
          Refutation.Kind.EVERY_ORDER,
          List.of(
              step(conflict.doneEarlier(), conflict.doneLater()),
              step(conflict.keptEarlier(), conflict.keptLater())));
    }

    private Refutation refutation(Closure closure) {
      Closure.Contradiction because = closure.contradiction();
      if (because.unreleased() != NONE) {
        int begun = index.acquire.getInt(because.unreleased());
        return Refutation.of(Refutation.Kind.NEVER_RELEASED, List.of(step(begun, because.event())));
      }
      Chain chain = new Chain(index, closure.edges(), budget);
      return because.event() == NONE
          ? Refutation.of(Refutation.Kind.NEEDED, chain.between(target))
          : Refutation.of(Refutation.Kind.CYCLE, chain.around(because.event()));
    }
  }
}

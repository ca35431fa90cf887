package io.racedet.witness;

import java.util.Arrays;

/** Makes reorderings shorter, and lets the threads change seldom. */
final class ShortWitness {
  /* What a reordering needs is computed of its own events as if they were the whole trace: the
   * closure has only events that each reordering of them has. If the threads can run under its
   * order without a choice, no reordering of these events is shorter. Otherwise the shortest one
   * that keeps the order of locks is taken.
   *
   * That is done for reorderings of few events. In a long trace there may be such a one although
   * the search has found another one that begins as recorded up to the first event of the goal, of
   * which only the rest needs to be read. The one with less to read is taken, but if all of it is
   * shown in a report then that with fewer events. */
  private static final int MOST = 1 << 12; // events
  private static final int SHOWN = 50; // events that a report shows one by one
  private static final long STEPS = 1 << 20;

  private final TraceIndex index;
  private final Goal target;

  ShortWitness(TraceIndex index, Goal target) {
    this.index = index;
    this.target = target;
  }

  /** A reordering for the goal, no longer to read than a given one. */
  Reordering of(Reordering found) {
    Reordering few = few(found);
    boolean isShort =
        few != null
            && few.size() <= found.size()
            && few.unrecorded() <= Math.max(SHOWN, found.unrecorded());
    return inRuns(isShort ? few : found);
  }

  /** One with few events, or null if it would have many. */
  private Reordering few(Reordering found) {
    int[] events = found.size() <= MOST ? sorted(found) : orderPreserving(index, target);
    if (events == null) {
      return null;
    }
    TraceWindow own = TraceWindow.ofReordering(index, events, target);
    TraceIndex ofOwn = new TraceIndex(own.events());
    Goal goal = own.target();
    int[] positions = needed(ofOwn, goal);
    positions = positions == null ? orderPreserving(ofOwn, goal) : positions;
    return positions == null ? null : own.whole(Reordering.of(own.events(), 0, positions));
  }

  private static int[] sorted(Reordering found) {
    int[] positions = new int[found.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = found.position(i);
    }
    Arrays.sort(positions);
    return positions;
  }

  /** The events of the shortest reordering that keeps the order of locks, or null. */
  private static int[] orderPreserving(TraceIndex index, Goal target) {
    Budget budget = new Budget(STEPS, STEPS);
    Prefix prefix = Prefix.smallest(index, target, budget, MOST);
    return new OrderPreserving(index, prefix).close() ? prefix.positions() : null;
  }

  /** The events that all reorderings have, arranged without a choice, or null. */
  private static int[] needed(TraceIndex index, Goal target) {
    Budget budget = new Budget(STEPS, STEPS);
    Closure closure = new Closure(index, target, new int[index.trace.size()], budget);
    closure.close();
    return closure.contradiction() != null || budget.isSpent()
        ? null
        : new Linearization(index, closure, budget).run();
  }

  /** The same events with few changes between threads, where they are not too many. */
  private Reordering inRuns(Reordering sequence) {
    int recorded = sequence.recorded();
    if (sequence.unrecorded() > MOST) {
      return sequence;
    }
    int[] rest = new int[sequence.unrecorded()];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = sequence.position(recorded + i);
    }
    return Reordering.of(index.trace, recorded, new RunOrder(index, rest).positions());
  }
}

package io.racedet.witness;

import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import java.util.List;
import java.util.SplittableRandom;

/** A small trace, its index, and the order of its needs as a naive computation has it. */
final class SmallTrace {
  static final long UNLIMITED = Long.MAX_VALUE;

  final EventHistory history;
  final TraceIndex index;
  final NaiveOrder needs; // null if the trace is too long for it
  private final int[] scratch;

  SmallTrace(TestTrace trace) {
    history = Recording.of(trace);
    index = new TraceIndex(history);
    needs = history.size() > Long.SIZE ? null : new NaiveOrder(history);
    scratch = new int[history.size()];
  }

  /** Events of the {@code std} format, with two spaces between them. */
  static SmallTrace of(String events) {
    return new SmallTrace(TestTrace.parse(events.split("  ")));
  }

  /** The two accesses with the given indices. */
  AccessPair target(long first, long second) {
    return new AccessPair(at(first), at(second));
  }

  AccessPair target(Pair pair) {
    return target(pair.first(), pair.second());
  }

  /** The position of the event with an index. */
  int at(long eventIndex) {
    return history.find(eventIndex);
  }

  Closure closure(AccessPair target) {
    return closure(target, unlimited());
  }

  Closure closure(AccessPair target, Budget budget) {
    return new Closure(index, target, scratch, budget);
  }

  static Budget unlimited() {
    return new Budget(UNLIMITED, UNLIMITED);
  }

  /**
   * Two events that two accesses need and that are not ordered, the later one first, or null if a
   * random choice did not find them.
   */
  int[] unordered(AccessPair target, SplittableRandom random) {
    long set = needs.beforeAccess(target.first()) | needs.beforeAccess(target.second());
    List<Integer> events = NaiveOrder.positions(set);
    for (int i = 0; i < events.size(); i++) {
      int one = events.get(random.nextInt(events.size()));
      int other = events.get(random.nextInt(events.size()));
      if (one != other && !needs.isBefore(one, other) && !needs.isBefore(other, one)) {
        return new int[] {Math.max(one, other), Math.min(one, other)};
      }
    }
    return null;
  }
}

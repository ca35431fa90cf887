package io.racedet.witness;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** The events that a reordering should make next events at the same time, of different threads. */
interface Goal {
  /** How many events these are: at least two. */
  int size();

  /** The position of one of them; they are in the order of the trace. */
  int position(int i);

  /** The position of the earliest one. */
  default int first() {
    return position(0);
  }

  /** The position of the latest one. */
  default int last() {
    return position(size() - 1);
  }

  /** Whether an event is one of them. */
  default boolean contains(int position) {
    for (int i = 0; i < size(); i++) {
      if (position(i) == position) {
        return true;
      }
    }
    return false;
  }

  /** The same events in another trace that has them in the same order. */
  Goal in(IntUnaryOperator positions);

  /** A lock because of which two of the events cannot be next at the same time, or NONE. */
  int commonLock(EventHistory trace);

  /** Acquires that a reordering should make next events at the same time: those of a dead-lock. */
  final class LockRequests implements Goal {
    private final int[] positions;

    /**
     * Creates the goal.
     *
     * @param positions positions of acquires by different threads, in any order
     */
    LockRequests(int[] positions) {
      this.positions = positions.clone();
      Arrays.sort(this.positions);
    }

    @Override
    public int size() {
      return positions.length;
    }

    @Override
    public int position(int i) {
      return positions[i];
    }

    @Override
    public Goal in(IntUnaryOperator others) {
      return new LockRequests(Arrays.stream(positions).map(others).toArray());
    }

    @Override
    public int commonLock(EventHistory trace) {
      int lock = EventHistory.NONE;
      for (int i = 1; i < positions.length && lock == EventHistory.NONE; i++) {
        for (int j = 0; j < i && lock == EventHistory.NONE; j++) {
          lock = trace.commonGate(positions[j], positions[i]);
        }
      }
      return lock;
    }
  }
}

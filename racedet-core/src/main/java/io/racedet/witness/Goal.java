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

  /** Acquires that a reordering should make next events at the same time: those of a deadlock. */
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

    /**
     * The goal of events given by their indices.
     *
     * @throws IllegalArgumentException when they are no cycle of requests
     */
    static LockRequests of(TraceIndex index, long... indices) {
      int size = indices.length;
      int[] positions = new int[size];
      boolean isCycle = size > 1;
      for (int i = 0; i < size; i++) {
        positions[i] = index.trace.find(indices[i]);
        isCycle &= positions[i] != EventHistory.NONE && index.isAcquire(positions[i]);
      }
      for (int i = 0; isCycle && i < size; i++) {
        isCycle = index.trace.blocks(positions[i], positions[(i + 1) % size]);
        for (int j = 0; isCycle && j < i; j++) {
          isCycle =
              index.thread(positions[i]) != index.thread(positions[j])
                  && index.operand(positions[i]) != index.operand(positions[j]);
        }
      }
      if (!isCycle) {
        throw new IllegalArgumentException(
            "events: "
                + Arrays.toString(indices)
                + " (expected: acquires of different locks by different threads, each of which"
                + " holds the lock that the next one requests)");
      }
      return new LockRequests(positions);
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

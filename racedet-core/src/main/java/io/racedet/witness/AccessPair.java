package io.racedet.witness;

import io.racedet.event.EventBlock;
import java.util.function.IntUnaryOperator;

/** Two accesses that a reordering should make next events at the same time. */
record AccessPair(int first, int second) implements Goal {
  /**
   * The pair of accesses given by their indices.
   *
   * @throws IllegalArgumentException when they are no accesses to a variable by two threads
   */
  static AccessPair of(TraceIndex index, long first, long second) {
    int e = index.trace.find(first);
    int f = index.trace.find(second);
    boolean isPair =
        e != EventHistory.NONE
            && f != EventHistory.NONE
            && EventBlock.isAccess(index.trace.word(e))
            && EventBlock.isAccess(index.trace.word(f))
            && index.operand(e) == index.operand(f)
            && index.thread(e) != index.thread(f);
    if (!isPair) {
      throw new IllegalArgumentException(
          "events: " + first + "," + second + " (expected: accesses to one variable, two threads)");
    }
    return new AccessPair(e, f);
  }

  @Override
  public int size() {
    return 2;
  }

  @Override
  public int position(int i) {
    return i == 0 ? first : second;
  }

  @Override
  public Goal in(IntUnaryOperator others) {
    return new AccessPair(others.applyAsInt(first), others.applyAsInt(second));
  }

  @Override
  public int commonLock(EventHistory trace) {
    return trace.commonLock(first, second);
  }
}

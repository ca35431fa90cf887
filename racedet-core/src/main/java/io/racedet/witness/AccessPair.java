package io.racedet.witness;

import java.util.function.IntUnaryOperator;

/**
 * Two accesses that a reordering should make next events at the same time.
 *
 * @param first position of the earlier one
 * @param second position of the later one
 */
record AccessPair(int first, int second) implements Goal {
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

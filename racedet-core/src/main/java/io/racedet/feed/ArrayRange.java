package io.racedet.feed;

import io.racedet.event.EventSink;
import io.racedet.event.Op;

/** The elements of an array from one index to another. */
public final class ArrayRange {
  private ArrayRange() {}

  /**
   * How many elements there are.
   *
   * @throws IllegalArgumentException if the last index is not reached
   */
  public static int count(Op op, int from, int to, int stride) {
    EventSink.checkRange(op, from, stride, 1);
    long steps = ((long) to - from) / stride;
    if (from < 0 || to < 0 || steps < 0 || from + steps * stride != to) {
      throw new IllegalArgumentException(
          "range: %d..%d:%d (expected: from 0, to a last index that the stride reaches)"
              .formatted(from, to, stride));
    }
    return Math.toIntExact(steps + 1);
  }
}

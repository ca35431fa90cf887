package io.racedet.engine.history;

import io.racedet.clock.Clock;

/**
 * Consecutive variables whose accesses were the same walks. Its record has the accesses of the
 * first variable. Not thread-safe.
 */
final class PairSegment {
  /**
   * In the detail word of an access in a segment: the walk went down, so that the epoch of the next
   * variable is less by 1, not greater by 1. The bit marks atomic accesses elsewhere, which are not
   * in segments.
   */
  static final long DOWN = Long.MIN_VALUE;

  final int first;
  int last;
  final int record;
  Clock clock; // of the last write, null for none

  PairSegment(int first, int last, int record, Clock clock) {
    this.first = first;
    this.last = last;
    this.record = record;
    this.clock = clock;
  }

  int length() {
    return last - first + 1;
  }

  /** The epoch of an access for the variable at a distance from the first one, 0 for no access. */
  static long shifted(long epoch, long detail, int distance) {
    if (epoch == 0) {
      return 0;
    }
    return (detail & DOWN) == 0 ? epoch + distance : epoch - distance;
  }
}

package io.racedet.engine.pair;

import io.racedet.clock.Clock;
import io.racedet.engine.segment.VariableRun;

/**
 * Consecutive variables whose accesses were the same walks. It has the accesses of the first
 * variable. Not thread-safe.
 */
final class PairSegment extends VariableRun {
  /**
   * In the detail word of an access in a segment: the walk went down, so that the epoch of the next
   * variable is less by 1, not greater by 1. The bit marks atomic accesses elsewhere, which are not
   * in segments.
   */
  static final long DOWN = Long.MIN_VALUE;

  final long[] words = new long[PairStates.WORDS]; // as those of a variable
  int rest = PairRest.NOTHING;
  Clock clock; // of the last write, null for none

  PairSegment(int first, int last) {
    this.first = first;
    this.last = last;
  }

  /** Sets some words to those of the variable at a distance from the first one. */
  void copyTo(long[] to, int base, int distance, long bits) {
    for (int at = 0; at < PairStates.WORDS; at += PairStates.READS) {
      long detail = words[at + PairStates.DETAIL];
      to[base + at] = shifted(words[at], detail, distance);
      to[base + at + PairStates.DETAIL] = detail & bits;
    }
  }

  /** The epoch of an access for the variable at a distance from the first one, 0 for no access. */
  static long shifted(long epoch, long detail, int distance) {
    if (epoch == 0) {
      return 0;
    }
    return (detail & DOWN) == 0 ? epoch + distance : epoch - distance;
  }
}

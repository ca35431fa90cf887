package io.racedet.compressed.stretch;

import io.racedet.compressed.summary.ChunkOrder;

/**
 * Summary of a stretch of a trace for happens-before races: its order, and for each variable the
 * accesses that can race with earlier ones, and those that can race with later ones.
 *
 * @param variables the variables accessed or renewed in the stretch
 * @param headEnd for each variable the end of its first accesses, which are contiguous
 * @param headSet the number of the set of rows whose past is ordered before it
 */
public record HbSummary(
    ChunkOrder order,
    int[] variables,
    int[] flags,
    int[] headEnd,
    int[] headWho,
    long[] headTime,
    long[] headSet,
    int[] tailEnd,
    int[] tailWho,
    long[] tailTime,
    long[] tailDetail) {
  // Flags of a variable.
  static final int RENEWED = 1; // an allocation in the stretch ended an older variable
  static final int RACES_AT_ONCE = 2; // the variable before the first allocation
  static final int RACES_LATER = 4; // one of the later variables
  static final int CLOSED = 8; // no further access can race with anything that no head races with
  static final int DONE = 16; // the current variable has raced

  /** The first of the first accesses to a variable. */
  int headBegin(int i) {
    return i == 0 ? 0 : headEnd[i - 1];
  }

  /** The first of the last accesses to a variable. */
  int tailBegin(int i) {
    return i == 0 ? 0 : tailEnd[i - 1];
  }
}

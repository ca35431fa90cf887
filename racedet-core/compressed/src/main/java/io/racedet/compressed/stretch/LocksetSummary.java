package io.racedet.compressed.stretch;

import io.racedet.compressed.summary.ChunkOrder;
import io.racedet.compressed.summary.OpenSummary;

/**
 * Summary of a stretch of a trace for the lockset discipline: its order, its changes to the locks
 * held, and for each variable and thread the locks that protect all accesses, as far as known from
 * the stretch, and the last accesses.
 *
 * @param variables the variables accessed or renewed in the stretch
 * @param firstEnd for each variable the end of its entries before the first renewal, or of all
 *     entries
 * @param lastEnd the end of its entries since the last renewal, which follow those
 * @param kinds the kinds of accesses of each entry, as bits
 * @param sets two sets of each entry: the locks that protect all its reads, and all its writes
 * @param times four times of each entry: of the last access of each kind, 0 for none
 */
public record LocksetSummary(
    ChunkOrder order,
    OpenSummary open,
    int[] locks,
    int words,
    int[] variables,
    int[] flags,
    int[] firstEnd,
    int[] lastEnd,
    int[] threads,
    int[] kinds,
    long[] sets,
    long[] times,
    long[] details) {
  // Flags of a variable.
  static final int RENEWED = 1; // an allocation in the stretch ended an older variable
  static final int VIOLATED_LATER =
      2; // one of the later variables, as far as known from the stretch

  /** The first of the entries of a variable. */
  int begin(int i) {
    return i == 0 ? 0 : lastEnd[i - 1];
  }
}

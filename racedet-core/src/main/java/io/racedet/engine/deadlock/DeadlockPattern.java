package io.racedet.engine.deadlock;

import io.racedet.race.AccessContext;
import java.util.List;

/**
 * Requests for locks, of which each one's thread holds the lock of the next one, the last one's
 * that of the first one: what is common to all cycles of requests of the same threads with the same
 * locks at the same locations. The arrays belong to the receiver.
 *
 * @param details for each request the {@link AccessContext} word of the thread with the locks that
 *     it has after it, of which the last one is the one requested, and of the location
 * @param requests at least one cycle of this pattern: for each request an index in the trace
 * @param isSyncPreserving whether a reordering that keeps the order of the critical sections of
 *     each lock ends with the first one of the cycles; not known where an earlier pattern of the
 *     same {@link #key} has such a cycle, or where the search has ended at its limit
 * @param isComplete whether all cycles of this pattern that could be a deadlock are given
 * @param count how many patterns of its key are counted with this one. The numbers of all patterns
 *     of a key add up to how many it has, even if only the first ones of them are reported
 */
public record DeadlockPattern(
    long[] details,
    List<long[]> requests,
    boolean isSyncPreserving,
    boolean isComplete,
    long count) {
  /**
   * Returns what distinguishes deadlocks from each other: the locations, whatever the threads and
   * locks; or these where a location is not known.
   */
  public PatternKey key() {
    return new PatternKey(details);
  }
}

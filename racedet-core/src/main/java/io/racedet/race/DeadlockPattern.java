package io.racedet.race;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Requests for locks, of which each one's thread holds the lock of the next one, the last one's
 * that of the first one: what is common to all cycles of requests of the same threads with the same
 * locks at the same locations.
 *
 * @param details for each request the {@link AccessContext} word of the thread with the locks that
 *     it has after it, of which the last one is the one asked for, and of the location
 * @param requests cycles of this pattern: for each request an index in the trace; none if enough
 *     other patterns of the same {@link #key} have some
 * @param isSyncPreserving whether a reordering that keeps the order of the critical sections of
 *     each lock ends with the one cycle that is given
 * @param isComplete whether there are no other cycles that could be a dead-lock if none of these is
 */
public record DeadlockPattern(
    long[] details, List<long[]> requests, boolean isSyncPreserving, boolean isComplete) {
  private static final int NO_LOCATION = -1;

  /**
   * Returns what distinguishes dead-locks from each other: the locations, whatever the threads and
   * locks; or these where a location is not known.
   *
   * @return equal for patterns of one dead-lock
   */
  public List<Long> key() {
    boolean isLocated =
        Arrays.stream(details).noneMatch(detail -> AccessContext.location(detail) == NO_LOCATION);
    if (isLocated) {
      return Arrays.stream(details).map(AccessContext::location).sorted().boxed().toList();
    }
    List<Long> cycle = new ArrayList<>(Arrays.stream(details).boxed().toList());
    Collections.rotate(cycle, -cycle.indexOf(Collections.min(cycle)));
    return List.copyOf(cycle);
  }
}

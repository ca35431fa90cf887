package io.racedet.race;

import java.util.List;

/**
 * One of the two accesses of a race.
 *
 * @param index 1-based position of the access in the trace
 * @param thread name of the thread
 * @param write whether it writes
 * @param atomic whether it is atomic by itself
 * @param location where in the source, empty when unknown
 * @param lockset names of the locks held, in the order of their acquisition; a lock held in read
 *     mode only ends in {@code " (shared)"}
 */
public record Access(
    long index,
    String thread,
    boolean write,
    boolean atomic,
    String location,
    List<String> lockset) {
  /**
   * Keeps its own copy of the lockset.
   *
   * @param index 1-based position in the trace
   * @param thread name of the thread
   * @param write whether it writes
   * @param atomic whether it is atomic by itself
   * @param location where in the source
   * @param lockset names of the locks held
   */
  public Access {
    lockset = List.copyOf(lockset);
  }
}

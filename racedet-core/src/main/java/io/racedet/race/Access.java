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
  /** The access that an engine cannot name: its index is 0. */
  public static final Access UNKNOWN = new Access(0, "", false, false, "", List.of());

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

  /**
   * Returns whether this is an access of the trace.
   *
   * @return false for {@link #UNKNOWN}
   */
  public boolean isKnown() {
    return index > 0;
  }
}

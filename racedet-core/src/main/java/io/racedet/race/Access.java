package io.racedet.race;

import java.util.List;

/**
 * One of the two accesses of a race.
 *
 * @param index index of the access in the trace, from 1
 * @param thread name of the thread
 * @param write whether it writes
 * @param atomic whether it is atomic
 * @param location location in the source, empty when unknown
 * @param lockset names of the locks held, in the order of acquisition; the name of a lock held only
 *     in read mode ends in {@code " (shared)"}
 */
public record Access(
    long index,
    String thread,
    boolean write,
    boolean atomic,
    String location,
    List<String> lockset) {
  /** Stands for an access that an engine does not know; its index is 0. */
  public static final Access UNKNOWN = new Access(0, "", false, false, "", List.of());

  /**
   * Creates an access with a copy of the lockset.
   *
   * @param index index in the trace, from 1
   * @param thread name of the thread
   * @param write whether it writes
   * @param atomic whether it is atomic
   * @param location location in the source
   * @param lockset names of the locks held
   */
  public Access {
    lockset = List.copyOf(lockset);
  }

  /** {@return whether this is an access of the trace; false for {@link #UNKNOWN}} */
  public boolean isKnown() {
    return index > 0;
  }
}

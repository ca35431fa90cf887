package io.racedet.engine.goldilocks;

/**
 * How the checks of a trace were decided. A check compares an access with one earlier access.
 *
 * @param byOwner because the same thread made both accesses
 * @param byLock because a lock held at the earlier access is held at the later one
 * @param settled by the locksets of accesses older than the update list, or because a replay was
 *     too expensive
 * @param replaysStopped by a replay of the update list that stopped when the thread entered the set
 * @param cells number of events that entered the update list
 * @param cellsReclaimed number of these that have left it
 */
public record GoldilocksCounts(
    long byOwner,
    long byLock,
    long settled,
    long replaysStopped,
    long replaysToTheEnd,
    long cells,
    long cellsReclaimed) {
  /** The number of all checks. */
  public long checks() {
    return byOwner + byLock + settled + replaysStopped + replaysToTheEnd;
  }
}

package io.racedet.engine.goldilocks;

/**
 * How the checks of a trace were decided; one for each earlier access that an access was checked
 * against.
 *
 * @param byOwner because the same thread made both accesses
 * @param byLock because a lock held at the earlier access is held at the later one
 * @param settled by the locksets of accesses older than the update list, or as replays cost too
 *     much
 * @param replaysStopped by a replay of the update list that stopped as the thread entered the set
 * @param replaysToTheEnd by a replay that found a race
 * @param cells how many events were in the update list
 * @param cellsReclaimed how many of them have left it
 */
public record GoldilocksCounts(
    long byOwner,
    long byLock,
    long settled,
    long replaysStopped,
    long replaysToTheEnd,
    long cells,
    long cellsReclaimed) {
  public long checks() {
    return byOwner + byLock + settled + replaysStopped + replaysToTheEnd;
  }

  /** Share of the checks that the owner decides. */
  public double ownerShare() {
    return (double) byOwner / checks();
  }

  /** Share of the checks that a lock decides. */
  public double lockShare() {
    return (double) byLock / checks();
  }
}

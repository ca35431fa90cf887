package io.racedet.runtime;

import io.racedet.runtime.memory.Pace;

/** The threads run one at a time, in the order that a policy decides. */
final class TurnPerturber implements SchedulePerturber {
  /* Mean number of data accesses between points, negative for none, one of which the seed draws. */
  private static final int[] GAPS = {-1, -1, 0, 0, 2, 8, 32, 128};

  private final Turns turns;
  private final int gap;

  TurnPerturber(TurnPolicy policy, long seed) {
    turns = new Turns(policy, seed);
    gap = GAPS[(int) (Pace.mix(seed) >>> 61)];
  }

  @Override
  public void syncPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
    turns.await(self, threads, object, key, site);
  }

  @Override
  public int accessPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
    /* The first access of a thread that does nothing else before is a point in any case. */
    if (gap >= 0 || self.pace.begin()) {
      turns.await(self, threads, object, key, site);
    }
    boolean isOver = gap < 0 || self.pace.allowance <= 0;
    return isOver ? Integer.MAX_VALUE : self.pace.random(2 * gap + 1);
  }
}

package io.racedet.runtime;

/** Leaves the schedule as it is. */
final class Unperturbed implements SchedulePerturber {
  @Override
  public void syncPoint(ThreadBuffer self, ThreadTable threads) {
    /* The schedule is left alone. */
  }

  @Override
  public int accessPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
    return Integer.MAX_VALUE;
  }
}

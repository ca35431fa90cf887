package io.racedet.runtime.schedule;

/** Drives threads to a target, beside another perturbation. */
abstract class TargetedPerturber implements SchedulePerturber {
  final SchedulePerturber base;

  TargetedPerturber(SchedulePerturber base) {
    this.base = base;
  }

  @Override
  public void syncPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    base.syncPoint(self, threads, object, key, site);
  }

  @Override
  public final void effectPoint(ScheduledThread self) {
    base.effectPoint(self);
  }

  @Override
  public int accessPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    return base.accessPoint(self, threads, object, key, site);
  }

  @Override
  public void requestPoint(ScheduledThread self, ScheduledThreads threads, long lock, int site) {
    base.requestPoint(self, threads, lock, site);
  }

  @Override
  public final boolean followsRequests() {
    return base.followsRequests();
  }
}

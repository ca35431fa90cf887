package io.racedet.runtime;

/**
 * Drives two threads into one race: another perturbation, and at each data access a check whether
 * the thread has reached one of the target locations.
 */
final class TargetedPerturber implements SchedulePerturber {
  private final SchedulePerturber base;
  private final Rendezvous rendezvous;

  TargetedPerturber(SchedulePerturber base, Rendezvous rendezvous) {
    this.base = base;
    this.rendezvous = rendezvous;
  }

  @Override
  public void syncPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
    rendezvous.begin(self, threads);
    base.syncPoint(self, threads, object, key, site);
  }

  @Override
  public void effectPoint(ThreadBuffer self) {
    base.effectPoint(self);
  }

  @Override
  public int accessPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
    rendezvous.begin(self, threads);
    if (--self.pace.untilAccessPoint < 0) {
      self.pace.untilAccessPoint = base.accessPoint(self, threads, object, key, site);
    }
    rendezvous.arrive(self, threads, object, key, site);
    return 0;
  }

  @Override
  public boolean isTargeted() {
    return true;
  }

  @Override
  public boolean hasCaught() {
    return rendezvous.happened();
  }
}

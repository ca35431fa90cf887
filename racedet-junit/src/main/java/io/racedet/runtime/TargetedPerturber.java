package io.racedet.runtime;

/**
 * Drives two threads into one race: one of the other perturbations, drawn from the seed, and in
 * each data access a look at whether a thread has come to where another one is awaited.
 */
final class TargetedPerturber implements SchedulePerturber {
  private static final int BASES = 3;

  private final SchedulePerturber base;
  private final Rendezvous rendezvous;

  TargetedPerturber(long seed, Rendezvous rendezvous) {
    this.rendezvous = rendezvous;
    base =
        switch ((int) ((Pace.mix(seed + 1) >>> 1) % BASES)) {
          case 0 -> new Unperturbed();
          case 1 -> new NoisePerturber(seed);
          default -> new PriorityPerturber(seed);
        };
  }

  @Override
  public void syncPoint(ThreadBuffer self, ThreadTable threads) {
    base.syncPoint(self, threads);
  }

  @Override
  public int accessPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
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

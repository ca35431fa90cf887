package io.racedet.runtime;

/**
 * Makes schedules that the machine's own scheduler would rarely make, by letting threads wait for a
 * bounded time. Called on the thread itself, which holds no stripe and whose hooks are off
 * meanwhile, so that an implementation may yield but must never block.
 */
sealed interface SchedulePerturber
    permits Unperturbed, NoisePerturber, PriorityPerturber, TargetedPerturber {
  /** Comes before every sync operation, and at the thread's first event. */
  void syncPoint(ThreadBuffer self, ThreadTable threads);

  /**
   * Comes before a data access, of an object's field or element at a site; returns how many
   * accesses later the next one comes.
   */
  int accessPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site);

  /** Whether atomic accesses are to come too. */
  default boolean isTargeted() {
    return false;
  }

  /** Whether two threads have been caught at the places at which they were awaited. */
  default boolean hasCaught() {
    return false;
  }
}

package io.racedet.runtime;

/**
 * Produces schedules that the operating system rarely produces, by making threads wait for a
 * bounded time. Called on the thread itself, which holds no stripe and whose hooks are switched
 * off, so an implementation may yield but must never block.
 */
sealed interface SchedulePerturber
    permits SchedulePerturber.Unperturbed, NoisePerturber, Rendezvous.Targeted, Turns {
  /**
   * Comes before every sync operation, of an object's field or part at a site as far as these are
   * known, and at the thread's first event.
   */
  void syncPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site);

  /**
   * Comes before and after the record of an effect, inside a modelled call: between the record and
   * what the JDK does. The thread may hold locks of the JDK.
   */
  default void effectPoint(ThreadBuffer self) {}

  /**
   * Comes before a data access, of an object's field or element at a site; returns how many
   * accesses later the next one comes.
   */
  int accessPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site);

  /** Whether {@link #accessPoint} is to be called before atomic accesses too. */
  default boolean isTargeted() {
    return false;
  }

  /** Whether two threads have met at the target locations. */
  default boolean hasCaught() {
    return false;
  }

  /** Leaves the schedule as it is. */
  final class Unperturbed implements SchedulePerturber {
    @Override
    public void syncPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
      /* The schedule is left alone. */
    }

    @Override
    public int accessPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
      return Integer.MAX_VALUE;
    }
  }
}

package io.racedet.runtime;

import io.racedet.runtime.locks.DeadlockBroken;
import io.racedet.runtime.locks.LockCycle;
import io.racedet.runtime.locks.RawDeadlock;

/**
 * Produces schedules that the operating system rarely produces, by making threads wait for a
 * bounded time. Called on the thread itself, which holds no stripe and whose hooks are switched
 * off, so an implementation may yield but must never block.
 */
sealed interface SchedulePerturber
    permits SchedulePerturber.Unperturbed,
        NoisePerturber,
        Rendezvous.Targeted,
        SchedulePerturber.Driven,
        Turns {
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

  /**
   * Comes before a thread asks for a lock at a site.
   *
   * @throws DeadlockBroken if it is not to wait for the lock
   */
  default void requestPoint(ThreadBuffer self, ThreadTable threads, long lock, int site) {}

  /** Whether {@link #requestPoint} is to be called even if the thread holds no lock. */
  default boolean followsRequests() {
    return false;
  }

  /** Whether a deadlock that came by itself is the target. */
  default boolean isTarget(RawDeadlock found) {
    return false;
  }

  /** Whether threads have met at all target locations. */
  default boolean hasCaught() {
    return false;
  }

  /** Drives threads into a deadlock, beside another perturbation. */
  final class Driven implements SchedulePerturber {
    private final SchedulePerturber base;
    private final LockCycle cycle;

    Driven(SchedulePerturber base, LockCycle cycle) {
      this.base = base;
      this.cycle = cycle;
    }

    @Override
    public void syncPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
      base.syncPoint(self, threads, object, key, site);
    }

    @Override
    public void effectPoint(ThreadBuffer self) {
      base.effectPoint(self);
    }

    @Override
    public int accessPoint(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
      return base.accessPoint(self, threads, object, key, site);
    }

    @Override
    public void requestPoint(ThreadBuffer self, ThreadTable threads, long lock, int site) {
      base.requestPoint(self, threads, lock, site);
      if (!self.locks.isEmpty()) {
        cycle.arrive(self.locks, threads, lock, site);
      }
    }

    @Override
    public boolean followsRequests() {
      return base.followsRequests();
    }

    @Override
    public boolean isTarget(RawDeadlock found) {
      return cycle.isOf(found);
    }

    @Override
    public boolean hasCaught() {
      return cycle.happened();
    }
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

package io.racedet.runtime.schedule;

import io.racedet.runtime.locks.DeadlockBroken;
import io.racedet.runtime.locks.RawDeadlock;

/**
 * Produces schedules that the operating system rarely produces, by making threads wait for a
 * bounded time. Called on the thread itself, which holds no stripe and whose hooks are switched
 * off, so an implementation may yield but must never block.
 */
public interface SchedulePerturber {
  /**
   * Called before every sync operation, of an object's field or part at a site as far as these are
   * known, and at the thread's first event.
   */
  default void syncPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {}

  /**
   * Called before and after the record of an effect, inside a modelled call: between the record and
   * what the JDK does. The thread may hold locks of the JDK.
   */
  default void effectPoint(ScheduledThread self) {}

  /**
   * Called before a data access, of an object's field or element at a site; returns how many
   * accesses later the next one comes.
   */
  default int accessPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    return Integer.MAX_VALUE;
  }

  /**
   * Called in place of that for the next accesses, which have no hooks: after a data access that
   * covers them. Returns the same as {@link #accessPoint}.
   */
  default int coveredPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    return accessPoint(self, threads, object, key, site);
  }

  /** Whether {@link #accessPoint} is to be called before atomic accesses too. */
  default boolean isTargeted() {
    return false;
  }

  /**
   * Called before a thread requests a lock at a site.
   *
   * @throws DeadlockBroken if it is not to wait for the lock
   */
  default void requestPoint(ScheduledThread self, ScheduledThreads threads, long lock, int site) {}

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

  /** Adds an instruction to a location of the target: its class has just been loaded. */
  default void add(int place, int site) {}
}

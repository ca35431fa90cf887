package io.racedet.runtime;

import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.RawDeadlock;
import io.racedet.runtime.locks.WaitCycles;
import io.racedet.runtime.log.Stripes;
import io.racedet.runtime.schedule.SchedulePerturber;

/** Where the schedule of a recording may be perturbed. */
final class SchedulePoints {
  private final SchedulePerturber perturber;
  private final ThreadTable threads;
  private final boolean followsRequests;
  final WaitCycles cycles = new WaitCycles();

  SchedulePoints(SchedulePerturber perturber, ThreadTable threads) {
    this.perturber = perturber;
    this.threads = threads;
    followsRequests = perturber.followsRequests();
  }

  /** Called before a synchronisation of which only the call is known; no stripe is held. */
  void sync(ThreadBuffer b) {
    sync(b, 0, 0, b.calls.site());
  }

  /** Called before an operation on a field or a part of an object; no stripe is held. */
  void sync(ThreadBuffer b, long object, int key, int site) {
    b.pointIsDue = false;
    if (b.alone.isUncounted) {
      return; // no other thread could act there
    }
    b.quiet++;
    try {
      perturber.syncPoint(b.scheduled, threads, object, key, site);
    } finally {
      b.quiet--;
    }
  }

  /** Called inside a modelled call; does nothing if a stripe is held. */
  void effect(ThreadBuffer b) {
    if (b.calls.held == Stripes.NOTHING_HELD && !b.alone.isUncounted) {
      b.quiet++;
      try {
        perturber.effectPoint(b.scheduled);
      } finally {
        b.quiet--;
      }
    }
  }

  /** Called before an access that is atomic by itself. */
  void atomic(ThreadBuffer b, Object owner, int key, int site) {
    if (perturber.isTargeted()) {
      access(b, owner == null ? 0 : b.idOf(owner), key, site);
    }
  }

  /** Called after a data access that covers others, which have no hooks. */
  void covered(ThreadBuffer b) {
    b.quiet++;
    try {
      b.untilPoint =
          perturber.coveredPoint(
              b.scheduled, threads, b.coveringObject, b.coveringKey, b.coveringSite);
    } finally {
      b.quiet--;
    }
  }

  /** Called before a data access. */
  void access(ThreadBuffer b, long object, int key, int site) {
    b.quiet++;
    try {
      b.untilPoint = perturber.accessPoint(b.scheduled, threads, object, key, site);
    } finally {
      b.quiet--;
    }
  }

  /** Whether {@link #request} does anything for a thread now. */
  boolean followsRequest(ThreadBuffer b) {
    return followsRequests || !b.locks.isEmpty() || b.bins.areHeld();
  }

  /** Called before a thread requests a lock; no stripe is held. */
  void request(ThreadBuffer b, Object owner, int aspect, boolean shared, int site) {
    if (followsRequest(b)) {
      b.bins.acquire();
      requestLock(b, owner, HeldLocks.lock(b.idOf(owner), aspect), shared, site);
    }
  }

  /** As {@link #request}, of a lock whose number is known, by a thread that holds others. */
  void requestLock(ThreadBuffer b, Object owner, long lock, boolean shared, int site) {
    b.quiet++;
    try {
      perturber.requestPoint(b.scheduled, threads, lock, site);
      cycles.ask(b.locks, threads, owner, lock, shared, site);
    } finally {
      b.quiet--;
    }
  }

  /** Adds an instruction to a location of the target. */
  void add(int place, int site) {
    perturber.add(place, site);
  }

  /** Whether two threads have met at the target locations. */
  boolean hasCaught() {
    RawDeadlock found = cycles.first();
    return perturber.hasCaught() || found != null && perturber.isTarget(found);
  }
}

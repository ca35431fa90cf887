package io.racedet.runtime;

import io.racedet.runtime.locks.HeldLocks;

/** Whether one thread of a recording alone can act, and what is missing of it for that reason. */
final class AloneThread {
  final HeldLocks locks;

  /** Whether no other thread can act. */
  volatile boolean isAlone;

  /**
   * Whether accesses may be missing in critical sections that have not ended yet, some of which may
   * have begun before the recording.
   */
  volatile boolean mayMissAccesses;

  /** How many data accesses in the scope were counted, and not recorded. */
  long accesses;

  AloneThread(HeldLocks locks) {
    this.locks = locks;
  }

  /**
   * Whether a data access is only counted: no other thread can act, and it is in no critical
   * section. That of a section which goes on when others act may be why they are ordered.
   */
  boolean leavesOut() {
    return isAlone && locks.isEmpty();
  }
}

package io.racedet.runtime;

import io.racedet.runtime.locks.HeldLocks;

/** Whether one thread of a recording alone can act, and what is missing of it for that reason. */
final class AloneThread {
  final HeldLocks locks;

  /** Whether no other thread can act. */
  volatile boolean isAlone;

  /** Whether it is alone, and nobody counts what it does: of that, only what lasts is recorded. */
  volatile boolean isUncounted;

  /**
   * Whether accesses may be missing in critical sections that have not ended yet, some of which may
   * have begun before the recording.
   */
  volatile boolean mayMissAccesses;

  /** How many data accesses in the scope were counted, and not recorded. */
  long accesses;

  /** A number that changes with the operations that are neither; others may see it late. */
  long passed;

  private long last; // | site:32 | op:32 |

  AloneThread(HeldLocks locks) {
    this.locks = locks;
  }

  /** Passes an operation over. One that repeats the last is no progress: the thread may spin. */
  void pass(int op, int site) {
    long next = (long) site << Integer.SIZE | op;
    passed += next == last ? 0 : 1;
    last = next;
  }

  /**
   * Whether a data access is not recorded: no other thread can act, and it is in no critical
   * section. That of a section which goes on when others act may be why they are ordered; if nobody
   * counts, this is said of the section instead.
   */
  boolean leavesOut() {
    return isAlone && (isUncounted || locks.isEmpty());
  }
}

package io.racedet.engine.order;

import io.racedet.clock.Clock;

/** A critical section of a thread, whose release is filled in when it ends. */
final class OpenSection {
  final int thread;
  final int lock;
  final boolean shared;
  final long acquired;

  // Of the release; unset before it, and never set where it is not needed.
  private long released;
  private Clock clock;

  OpenSection delayed; // of SDP: the newest section whose delay this one has caused

  OpenSection(int thread, int lock, boolean shared, long acquired) {
    this.thread = thread;
    this.lock = lock;
    this.shared = shared;
    this.acquired = acquired;
  }

  /** Sets the release. */
  void end(long time, Clock clockThen) {
    released = time;
    clock = clockThen;
  }

  /** Time of the release. */
  long released() {
    return released;
  }

  /** The clock of the release. */
  Clock clock() {
    return clock;
  }

  /** Whether it has ended; only where all releases are set. */
  boolean isOver() {
    return released != 0;
  }

  /** Whether both are of one lock, and happens-before orders them. */
  boolean isOrderedWith(OpenSection other) {
    return lock == other.lock && (thread == other.thread || !(shared && other.shared));
  }
}

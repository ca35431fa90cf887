package io.racedet.engine.order;

import io.racedet.clock.Clock;

/** One thread's use of a lock in read mode. */
final class WcpReader {
  final int thread;
  final WcpQueue sections = new WcpQueue(); // finished ones
  Clock known; // the clock at the last release, null if an exclusive one came since
  SdpDelays.Known delays; // likewise; null in WCP
  long passed; // up to which exclusive section of the lock it has absorbed

  WcpReader(int thread) {
    this.thread = thread;
  }
}

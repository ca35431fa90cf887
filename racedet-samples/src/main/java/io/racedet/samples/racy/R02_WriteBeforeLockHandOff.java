package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/**
 * The payload is written before, and read after, a critical section. A run in which the first
 * thread acquires the lock first hides the race, since the lock then happens to order the two
 * accesses.
 */
public final class R02_WriteBeforeLockHandOff implements TwoThreads {
  private final Object lock = new Object();
  private int payload;
  private int sent;
  private int received;
  private int seen;

  @Override
  public void first() {
    payload = 42; // race: payload
    synchronized (lock) {
      sent++;
    }
  }

  @Override
  public void second() {
    synchronized (lock) {
      received++;
    }
    seen = payload; // race: payload
  }
}

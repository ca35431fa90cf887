package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/**
 * The limit is written under the lock, but read between two critical sections of that lock.
 * Whichever thread comes first, the lock happens to order the two accesses, so the recorded order
 * alone never shows this race.
 */
public final class R21_ReadBetweenTwoLockings implements TwoThreads {
  private final Object lock = new Object();
  private int limit;
  private int scans;
  private int seen;

  @Override
  public void first() {
    synchronized (lock) {
      limit = 5; // race: limit
    }
  }

  @Override
  public void second() {
    synchronized (lock) {
      scans++;
    }
    seen = limit; // race: limit
    synchronized (lock) {
      scans++;
    }
  }
}

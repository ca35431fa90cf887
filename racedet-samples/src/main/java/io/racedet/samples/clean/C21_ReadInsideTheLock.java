package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** The limit is written and read under the lock. */
public final class C21_ReadInsideTheLock implements TwoThreads {
  private final Object lock = new Object();
  private int limit; // shared: limit
  private int scans;
  private int seen;

  @Override
  public void first() {
    synchronized (lock) {
      limit = 5;
    }
  }

  @Override
  public void second() {
    synchronized (lock) {
      scans++;
      seen = limit;
    }
    synchronized (lock) {
      scans++;
    }
  }
}

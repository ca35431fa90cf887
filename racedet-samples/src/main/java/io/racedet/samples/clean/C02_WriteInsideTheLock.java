package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** The payload is written and read inside the critical sections. */
public final class C02_WriteInsideTheLock implements TwoThreads {
  private final Object lock = new Object();
  private int payload; // shared: payload
  private int seen;

  @Override
  public void first() {
    synchronized (lock) {
      payload = 42;
    }
  }

  @Override
  public void second() {
    synchronized (lock) {
      seen = payload;
    }
  }
}

package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;

/** Both threads take the orders first. */
public final class M01_MonitorsInOneOrder implements TwoThreads {
  private final Object orders = new Object();
  private final Object stock = new Object();
  private int ordered;

  @Override
  public void first() {
    synchronized (orders) {
      synchronized (stock) {
        ordered++;
      }
    }
  }

  @Override
  public void second() {
    synchronized (orders) {
      synchronized (stock) {
        ordered--;
      }
    }
  }
}

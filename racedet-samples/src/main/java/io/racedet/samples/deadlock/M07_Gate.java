package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;

/** Both threads take a common lock before the monitors, so that their order does not matter. */
public final class M07_Gate implements TwoThreads {
  private final Object gate = new Object();
  private final Object orders = new Object();
  private final Object stock = new Object();
  private int ordered;

  @Override
  public void first() {
    synchronized (gate) {
      synchronized (orders) {
        synchronized (stock) {
          ordered++;
        }
      }
    }
  }

  @Override
  public void second() {
    synchronized (gate) {
      synchronized (stock) {
        synchronized (orders) {
          ordered--;
        }
      }
    }
  }
}

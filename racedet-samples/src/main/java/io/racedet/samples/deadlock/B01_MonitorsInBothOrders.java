package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;

/** One thread takes the orders and then the stock, the other one the stock first. */
public final class B01_MonitorsInBothOrders implements TwoThreads {
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
    synchronized (stock) {
      synchronized (orders) {
        ordered--;
      }
    }
  }
}

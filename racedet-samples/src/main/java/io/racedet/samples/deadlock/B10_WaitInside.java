package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;

/** A thread waits for the stock while it keeps the orders, which whoever wakes it requests. */
public final class B10_WaitInside implements TwoThreads {
  private final Object orders = new Object();
  private final Object stock = new Object();
  private int left;

  @Override
  public void first() throws InterruptedException {
    synchronized (orders) {
      synchronized (stock) {
        if (left == 0) {
          stock.wait(20);
        }
      }
    }
  }

  @Override
  public void second() {
    synchronized (stock) {
      stock.notifyAll();
      synchronized (orders) {
        left = 1;
      }
    }
  }
}

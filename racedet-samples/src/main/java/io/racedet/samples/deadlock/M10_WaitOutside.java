package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;

/** Whoever wakes the thread that waits requests the orders first. */
public final class M10_WaitOutside implements TwoThreads {
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
    synchronized (orders) {
      synchronized (stock) {
        left = 1;
        stock.notifyAll();
      }
    }
  }
}

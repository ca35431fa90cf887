package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The lock is around the monitor in both threads. */
public final class M05_LockAroundMonitor implements TwoThreads {
  private final Lock orders = new ReentrantLock();
  private final Object stock = new Object();
  private int ordered;

  @Override
  public void first() {
    orders.lock();
    try {
      synchronized (stock) {
        ordered++;
      }
    } finally {
      orders.unlock();
    }
  }

  @Override
  public void second() {
    orders.lock();
    try {
      synchronized (stock) {
        ordered--;
      }
    } finally {
      orders.unlock();
    }
  }
}

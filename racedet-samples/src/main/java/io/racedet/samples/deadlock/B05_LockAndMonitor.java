package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A lock around a monitor in one thread, the monitor around the lock in the other one. */
public final class B05_LockAndMonitor implements TwoThreads {
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
    synchronized (stock) {
      orders.lock();
      try {
        ordered--;
      } finally {
        orders.unlock();
      }
    }
  }
}

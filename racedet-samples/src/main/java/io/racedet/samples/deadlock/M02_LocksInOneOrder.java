package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Both threads take the lock of the orders first. */
public final class M02_LocksInOneOrder implements TwoThreads {
  private final Lock orders = new ReentrantLock();
  private final Lock stock = new ReentrantLock();
  private int ordered;

  @Override
  public void first() {
    orders.lock();
    try {
      stock.lock();
      try {
        ordered++;
      } finally {
        stock.unlock();
      }
    } finally {
      orders.unlock();
    }
  }

  @Override
  public void second() {
    orders.lock();
    try {
      stock.lock();
      try {
        ordered--;
      } finally {
        stock.unlock();
      }
    } finally {
      orders.unlock();
    }
  }
}

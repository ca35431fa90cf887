package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** As with monitors, by locks that are released in finally. */
public final class B02_LocksInBothOrders implements TwoThreads {
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
    stock.lock();
    try {
      orders.lock();
      try {
        ordered--;
      } finally {
        orders.unlock();
      }
    } finally {
      stock.unlock();
    }
  }
}

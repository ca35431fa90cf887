package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The second thread gives up if it does not get the lock. */
public final class M09_TryLock implements TwoThreads {
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
      if (orders.tryLock()) {
        try {
          ordered--;
        } finally {
          orders.unlock();
        }
      }
    } finally {
      stock.unlock();
    }
  }
}

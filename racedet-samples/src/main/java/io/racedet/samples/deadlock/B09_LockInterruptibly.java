package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A request that could be interrupted, but that nobody interrupts. */
public final class B09_LockInterruptibly implements TwoThreads {
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
  public void second() throws InterruptedException {
    stock.lock();
    try {
      orders.lockInterruptibly();
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

package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Each thread reads one table and writes the other one: a reader keeps the writer out. */
public final class B03_ReadThenWrite implements TwoThreads {
  private final ReadWriteLock orders = new ReentrantReadWriteLock();
  private final ReadWriteLock stock = new ReentrantReadWriteLock();
  private volatile int seen;

  @Override
  public void first() {
    orders.readLock().lock();
    try {
      stock.writeLock().lock();
      try {
        seen = 1;
      } finally {
        stock.writeLock().unlock();
      }
    } finally {
      orders.readLock().unlock();
    }
  }

  @Override
  public void second() {
    stock.readLock().lock();
    try {
      orders.writeLock().lock();
      try {
        seen = 2;
      } finally {
        orders.writeLock().unlock();
      }
    } finally {
      stock.readLock().unlock();
    }
  }
}

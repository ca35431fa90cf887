package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Each thread only reads both tables, in either order: readers do not keep each other out. */
public final class M03_ReadThenRead implements TwoThreads {
  private final ReadWriteLock orders = new ReentrantReadWriteLock();
  private final ReadWriteLock stock = new ReentrantReadWriteLock();
  private volatile int seen;

  @Override
  public void first() {
    orders.readLock().lock();
    try {
      stock.readLock().lock();
      try {
        seen = 1;
      } finally {
        stock.readLock().unlock();
      }
    } finally {
      orders.readLock().unlock();
    }
  }

  @Override
  public void second() {
    stock.readLock().lock();
    try {
      orders.readLock().lock();
      try {
        seen = 2;
      } finally {
        orders.readLock().unlock();
      }
    } finally {
      stock.readLock().unlock();
    }
  }
}

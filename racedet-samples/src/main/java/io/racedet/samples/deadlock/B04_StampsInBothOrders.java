package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.StampedLock;

/** Each thread writes under one stamp and requests another one to read. */
public final class B04_StampsInBothOrders implements TwoThreads {
  private final StampedLock orders = new StampedLock();
  private final StampedLock stock = new StampedLock();
  private volatile int seen;

  @Override
  public void first() {
    long outer = orders.writeLock();
    try {
      long inner = stock.readLock();
      seen = 1;
      stock.unlockRead(inner);
    } finally {
      orders.unlockWrite(outer);
    }
  }

  @Override
  public void second() {
    long outer = stock.writeLock();
    try {
      long inner = orders.readLock();
      seen = 2;
      orders.unlockRead(inner);
    } finally {
      stock.unlockWrite(outer);
    }
  }
}

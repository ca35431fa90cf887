package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.StampedLock;

/** Both threads take the stamp of the orders first. */
public final class M04_StampsInOneOrder implements TwoThreads {
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
    long outer = orders.writeLock();
    try {
      long inner = stock.readLock();
      seen = 2;
      stock.unlockRead(inner);
    } finally {
      orders.unlockWrite(outer);
    }
  }
}

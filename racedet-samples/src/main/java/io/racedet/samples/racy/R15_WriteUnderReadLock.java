package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two threads count under the read lock, which both may hold at the same time. */
public final class R15_WriteUnderReadLock implements TwoThreads {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private int hits;

  @Override
  public void first() {
    hit();
  }

  @Override
  public void second() {
    hit();
  }

  private void hit() {
    lock.readLock().lock();
    try {
      hits++; // race: hits
    } finally {
      lock.readLock().unlock();
    }
  }
}

package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two threads count under the write lock. */
public final class C15_WriteUnderWriteLock implements TwoThreads {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private int hits; // shared: hits

  @Override
  public void first() {
    hit();
  }

  @Override
  public void second() {
    hit();
  }

  private void hit() {
    lock.writeLock().lock();
    try {
      hits++;
    } finally {
      lock.writeLock().unlock();
    }
  }
}

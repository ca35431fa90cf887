package io.racedet.samples.order;

import io.racedet.samples.Subject;

/** Two values that belong together change in two critical sections, and are read in two. */
public final class TwoStage implements Subject {
  private final Object firstLock = new Object();
  private final Object secondLock = new Object();
  private final int writers;
  private int first;
  private int second;

  /**
   * Describes a program of a number of threads.
   *
   * @param writers how many write, beside the one that reads
   */
  public TwoStage(int writers) {
    this.writers = writers;
  }

  @Override
  public void run() throws InterruptedException {
    Threads threads = new Threads();
    for (int i = 0; i < writers; i++) {
      threads.add(this::write);
    }
    threads.add(this::read).run();
  }

  private void write() {
    synchronized (firstLock) {
      first = 1;
    }
    synchronized (secondLock) {
      second = firstValue() + 1;
    }
  }

  private int firstValue() {
    synchronized (firstLock) {
      return first;
    }
  }

  private void read() {
    int one = firstValue();
    if (one == 0) {
      return;
    }
    int two;
    synchronized (secondLock) {
      two = second;
    }
    if (two != one + 1) {
      throw new AssertionError("first " + one + ", second " + two);
    }
  }
}

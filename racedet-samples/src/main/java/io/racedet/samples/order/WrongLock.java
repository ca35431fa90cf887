package io.racedet.samples.order;

import io.racedet.samples.Subject;

/** Threads that change one value under different locks. */
public final class WrongLock implements Subject {
  private final Object rightLock = new Object();
  private final Object wrongLock = new Object();
  private volatile int value;

  @Override
  public void run() throws InterruptedException {
    Threads threads = new Threads().add(this::checked);
    for (int i = 0; i < 3; i++) {
      threads.add(this::unchecked);
    }
    threads.run();
  }

  private void checked() {
    synchronized (rightLock) {
      int before = value;
      value = before + 1;
      if (value != before + 1) {
        throw new AssertionError(before + " became " + value);
      }
    }
  }

  private void unchecked() {
    synchronized (wrongLock) {
      value = value + 1;
    }
  }
}
